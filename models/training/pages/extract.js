// @ts-check
/**
 * Reads the truth of a rendered page from its DOM. `readTruth` runs inside the page, so it is one function
 * without references to the outside.
 *
 * Marks are elements with `data-m` (the class). Further attributes:
 * `data-s` states as `name:0` or `name:1`, separated by spaces; `data-ctl` the control within a check box, radio
 * or switch (value `before`: drawn by that element's ::before, `data-ctl-box` its left,top,width,height there);
 * `data-parts` a selector whose matches make up the box, shadow trees included, `data-own-parts` the same in the
 * element's own shadow tree alone; `data-ctl-in` a selector of the control within a component, `data-ctl-rect` the
 * left,top,width,height of the control within that; `data-extra` a selector of a neighbour that joins the mark.
 * `data-tall` the height of what is drawn, in the middle of a taller or flatter element. A canvas lists its own drawn controls in the property `marks` (boxes in CSS pixels of the canvas).
 */

/** @typedef {{ role: string, box: number[], click?: number[], states: Record<string, boolean>, name?: string }} Mark */

/**
 * @param {number} scale picture pixels per CSS pixel
 * @returns {{ elements: Mark[], ignore: number[][] }} boxes in picture pixels
 */
export function readTruth(scale) {
  /** @typedef {[number, number, number, number]} Box left, top, right, bottom in CSS pixels */
  const COMPOSITE = new Set(["checkbox", "radio", "switch"]);
  const SELECTABLE = new Set(["tab", "listitem", "treeitem", "row"]);
  const LEAST_SHOWN = 0.35;
  const LEAST_UNCOVERED = 0.6;
  const LEAST_SIDE = 4;

  // Hit tests must see elements that let the pointer through, or drawn covers would go unnoticed.
  const style = document.createElement("style");
  style.textContent = "*{pointer-events:auto !important}";
  document.head.append(style);

  /** @param {Node} node @returns {Element | null} the parent in the flattened tree */
  const parentOf = (node) => {
    if (node instanceof Element && node.assignedSlot) return node.assignedSlot;
    const parent = node.parentNode;
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : null;
  };
  let shadows = false;
  /** @param {Element} outer @param {Element} inner */
  const contains = (outer, inner) => {
    if (outer.contains(inner)) return true;
    if (!shadows) return false;
    for (let node = /** @type {Element | null} */ (inner); node; node = parentOf(node))
      if (node === outer) return true;
    return false;
  };
  /** @type {Map<Element, CSSStyleDeclaration>} */
  const styles = new Map();
  /** @param {Element} element */
  const styleOf = (element) => {
    let found = styles.get(element);
    if (!found) {
      found = getComputedStyle(element);
      styles.set(element, found);
    }
    return found;
  };
  /** @param {Box} a @param {Box} b @returns {Box} */
  const meet = (a, b) => [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ];
  /** @param {DOMRect} r @returns {Box} */
  const boxOf = (r) => [r.left, r.top, r.right, r.bottom];
  /** @param {Box} box */
  const area = (box) => Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
  /** @param {Box[]} boxes @returns {Box | undefined} */
  const union = (boxes) => {
    const real = boxes.filter((box) => box[2] - box[0] > 0.5 && box[3] - box[1] > 0.5);
    if (!real.length) return undefined;
    return [
      Math.min(...real.map((box) => box[0])),
      Math.min(...real.map((box) => box[1])),
      Math.max(...real.map((box) => box[2])),
      Math.max(...real.map((box) => box[3])),
    ];
  };

  /** Cuts a box by scrolled parents and the screen. @param {Element} element @param {Box} box */
  const clipped = (element, box) => {
    /** @type {Box} */
    let cut = meet(box, [0, 0, innerWidth, innerHeight]);
    let position = styleOf(element).position;
    for (let node = parentOf(element); node && node !== document.documentElement; node = parentOf(node)) {
      const look = styleOf(node);
      if (position === "fixed" && look.transform === "none" && look.filter === "none") continue;
      if (position === "absolute" && look.position === "static" && look.transform === "none") continue;
      if (look.overflowX !== "visible" || look.overflowY !== "visible" || look.contain.includes("paint")) {
        if (node !== document.body) cut = meet(cut, boxOf(node.getBoundingClientRect()));
      }
      position = look.position;
    }
    return cut;
  };

  /** @param {Element} element */
  const shown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    return true;
  };
  /** Everything at a point, top first, shadow trees included. @param {Document | ShadowRoot} root @returns {Element[]} */
  const stackOf = (root, /** @type {number} */ x, /** @type {number} */ y) => {
    /** @type {Element[]} */
    const stack = [];
    for (const element of root.elementsFromPoint(x, y)) {
      if (element.getRootNode() !== root) continue;
      if (element.shadowRoot) stack.push(...stackOf(element.shadowRoot, x, y));
      stack.push(element);
    }
    return stack;
  };
  const PAINTED = new Set([
    "IMG",
    "CANVAS",
    "VIDEO",
    "INPUT",
    "TEXTAREA",
    "SELECT",
    "svg",
    "path",
    "rect",
    "circle",
  ]);
  /** How much of what lies below an element hides: 0, 0.5 (translucent) or 1. @type {Map<Element, number>} */
  const covers = new Map();
  /** @param {Element} element */
  const coverOf = (element) => {
    const known = covers.get(element);
    if (known !== undefined) return known;
    const look = styleOf(element);
    let cover = 0;
    if (look.visibility === "hidden" || Number(look.opacity) < 0.05) cover = 0;
    else if (PAINTED.has(element.tagName)) cover = 1;
    else if (look.backgroundImage !== "none") cover = 1;
    else {
      const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(look.backgroundColor);
      const slash = /\/ ([\d.]+)\)$/.exec(look.backgroundColor);
      const value = alpha
        ? Number(alpha[1])
        : slash
          ? Number(slash[1])
          : look.backgroundColor === "transparent"
            ? 0
            : 1;
      cover = value * Number(look.opacity) > 0.75 ? 1 : value * Number(look.opacity) > 0.05 ? 0.5 : 0;
    }
    covers.set(element, cover);
    return cover;
  };
  /** The topmost element at a point, within shadow trees too. @param {number} x @param {number} y */
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== hit.shadowRoot) break;
      hit = inner;
    }
    return hit;
  };
  /** @param {Element[]} own @param {Element} hit */
  const related = (own, hit) => own.some((element) => contains(element, hit) || contains(hit, element));
  /**
   * Whether a point of an element can be seen: 1, 0.5 (under a translucent veil) or 0.
   * @param {Element[]} own @param {number} x @param {number} y
   */
  const seenAt = (own, x, y) => {
    const top = hitAt(x, y);
    if (!top || related(own, top)) return 1;
    // Most covers lie within an opaque window or panel: no need to ask for everything at the point.
    for (let node = /** @type {Element | null} */ (top); node; node = parentOf(node)) {
      if (own.some((element) => node?.contains(element))) break;
      if (coverOf(node) === 1) {
        const rect = node.getBoundingClientRect();
        if (x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom) return 0;
      }
    }
    let veil = 1;
    for (const hit of stackOf(document, x, y)) {
      if (related(own, hit)) return veil;
      const cover = coverOf(hit);
      if (cover === 1) return 0;
      if (cover === 0.5) veil = 0.5;
    }
    return veil;
  };

  /**
   * Cuts a box to what windows above leave of it and measures how much of that is uncovered.
   * @param {Element[]} own @param {Box} box
   */
  const uncovered = (own, box) => {
    const width = box[2] - box[0];
    const height = box[3] - box[1];
    const columns = width > 160 ? 8 : width > 40 ? 6 : 4;
    const rows = height > 160 ? 8 : height > 40 ? 5 : 3;
    const spots = [0.5, 0.1, 0.9].flatMap((fx) =>
      [0.5, 0.15, 0.85].map((fy) => /** @type {const} */ ([fx, fy])),
    );
    if (!spots.some(([fx, fy]) => seenAt(own, box[0] + fx * width, box[1] + fy * height) > 0))
      return { box, share: 0, veiled: false };
    /** @type {number[][]} */
    const grid = [];
    let veiled = false;
    for (let row = 0; row < rows; row++) {
      const line = [];
      for (let column = 0; column < columns; column++) {
        const seen = seenAt(
          own,
          box[0] + ((column + 0.5) / columns) * width,
          box[1] + ((row + 0.5) / rows) * height,
        );
        if (seen === 0.5) veiled = true;
        line.push(seen > 0 ? 1 : 0);
      }
      grid.push(line);
    }
    const rowSeen = grid.map((line) => line.some(Boolean));
    const columnSeen = Array.from({ length: columns }, (_, column) => grid.some((line) => line[column]));
    const top = rowSeen.indexOf(true);
    if (top < 0) return { box, share: 0, veiled };
    const bottom = rowSeen.lastIndexOf(true);
    const left = columnSeen.indexOf(true);
    const right = columnSeen.lastIndexOf(true);
    let seen = 0;
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) seen += grid[row]?.[column] ?? 0;
    const share = seen / ((bottom - top + 1) * (right - left + 1));
    // The edge between the last covered and the first seen probe, by bisection along the middle of the seen part.
    const middleX = box[0] + ((left + right + 1) / 2 / columns) * width;
    const middleY = box[1] + ((top + bottom + 1) / 2 / rows) * height;
    // Hit tests work in whole pixels, so an edge is looked for among those.
    /** @param {(at: number) => number} probe @param {number} hidden @param {number} open */
    const edge = (probe, hidden, open) => {
      let covered = Math.floor(hidden);
      let clear = Math.floor(open);
      while (Math.abs(covered - clear) > 1) {
        const middle = Math.floor((covered + clear) / 2);
        if (probe(middle) > 0) clear = middle;
        else covered = middle;
      }
      return clear;
    };
    const alongX = (/** @type {number} */ x) => seenAt(own, x, middleY);
    const alongY = (/** @type {number} */ y) => seenAt(own, middleX, y);
    const atX = (/** @type {number} */ column) => box[0] + ((column + 0.5) / columns) * width;
    const atY = (/** @type {number} */ row) => box[1] + ((row + 0.5) / rows) * height;
    /** @type {Box} */
    const cut = [
      left > 0 ? edge(alongX, atX(left - 1), atX(left)) : box[0],
      top > 0 ? edge(alongY, atY(top - 1), atY(top)) : box[1],
      right < columns - 1 ? Math.min(box[2], edge(alongX, atX(right + 1), atX(right)) + 1) : box[2],
      bottom < rows - 1 ? Math.min(box[3], edge(alongY, atY(bottom + 1), atY(bottom)) + 1) : box[3],
    ];
    return { box: cut, share, veiled };
  };

  /** Boxes of the texts and pictures within an element. @param {Element} element @returns {Box[]} */
  const contents = (element) => {
    /** @type {Box[]} */
    const boxes = [];
    const visit = (/** @type {Node} */ node) => {
      if (node instanceof Text) {
        if (!node.data.trim()) return;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) boxes.push(boxOf(rect));
      } else if (node instanceof Element) {
        if (["SCRIPT", "STYLE", "OPTION", "INPUT"].includes(node.tagName)) return;
        // A slot has no box of its own and so never counts as shown.
        if (!(node instanceof HTMLSlotElement) && styleOf(node).display !== "contents" && !shown(node))
          return;
        if (node.tagName === "svg" || node.tagName === "IMG" || node.hasAttribute("data-picture")) {
          boxes.push(boxOf(node.getBoundingClientRect()));
          return;
        }
        if (node instanceof HTMLSlotElement && node.assignedNodes().length)
          for (const child of node.assignedNodes()) visit(child);
        else for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
      }
    };
    visit(element);
    return boxes;
  };

  /** The box of an element; `--g-grow` says how far its border is drawn beyond it. @param {Element} element @returns {Box} */
  const drawnBox = (element) => {
    const [left, top, right, bottom] = boxOf(element.getBoundingClientRect());
    const by = Number.parseFloat(styleOf(element).getPropertyValue("--g-grow")) || 0;
    return [left - by, top - by, right + by, bottom + by];
  };

  /** The part of a check box, radio or switch that reacts. @param {Element} element @returns {Box | undefined} */
  const controlOf = (element) => {
    const inner = element.getAttribute("data-ctl-in");
    if (inner) {
      const whole = union(partBoxes(element, inner));
      const inset = element.getAttribute("data-ctl-rect")?.split(",").map(Number);
      if (!whole || inset?.length !== 4) return whole;
      const [left = 0, top = 0, width = 0, height = 0] = inset;
      return [whole[0] + left, whole[1] + top, whole[0] + left + width, whole[1] + top + height];
    }
    const control = element.hasAttribute("data-ctl") ? element : deepQuery(element, "[data-ctl]");
    if (!control) return undefined;
    const rect = control.getBoundingClientRect();
    if (control.getAttribute("data-ctl") !== "before") return boxOf(rect);
    const fixed = control.getAttribute("data-ctl-box")?.split(",").map(Number);
    if (fixed?.length === 4) {
      const [left = 0, top = 0, width = 0, height = 0] = fixed;
      return [rect.left + left, rect.top + top, rect.left + left + width, rect.top + top + height];
    }
    const before = getComputedStyle(control, "::before");
    const left = rect.left + (Number.parseFloat(before.left) || 0);
    const top = rect.top + (Number.parseFloat(before.top) || 0);
    return [left, top, left + Number.parseFloat(before.width), top + Number.parseFloat(before.height)];
  };
  /** @param {Element | ShadowRoot} root @param {string} selector @returns {Element | null} */
  const deepQuery = (root, selector) => {
    const here =
      root.querySelector(selector) ??
      (root instanceof Element ? root.shadowRoot?.querySelector(selector) : null);
    if (here) return here;
    const scope = root instanceof Element && root.shadowRoot ? [root, root.shadowRoot] : [root];
    for (const part of scope)
      for (const child of part.querySelectorAll("*")) {
        const found = child.shadowRoot && deepQuery(child.shadowRoot, selector);
        if (found) return found;
      }
    return null;
  };
  /** @param {Element} element @param {string} selector @returns {Box[]} */
  const partBoxes = (element, selector) => {
    const ownTree = element.getAttribute("data-own-parts");
    if (ownTree)
      return [...(element.shadowRoot?.querySelectorAll(ownTree) ?? [])].map((part) =>
        boxOf(part.getBoundingClientRect()),
      );
    /** @type {Box[]} */
    const boxes = [];
    const visit = (/** @type {Element | ShadowRoot} */ root) => {
      for (const found of root.querySelectorAll(selector)) boxes.push(boxOf(found.getBoundingClientRect()));
      for (const child of root.querySelectorAll("*")) if (child.shadowRoot) visit(child.shadowRoot);
    };
    visit(element);
    if (element.shadowRoot) visit(element.shadowRoot);
    return boxes;
  };

  /** @param {Element} element @param {string} role */
  const statesOf = (element, role) => {
    /** @type {Record<string, boolean>} */
    const states = {};
    const native = COMPOSITE.has(role)
      ? element.matches("input")
        ? element
        : deepQuery(element, "input[type=checkbox],input[type=radio]")
      : element.matches("input,select,textarea,button")
        ? element
        : null;
    const told = element.matches(
      "[aria-checked],[aria-selected],[aria-expanded],[aria-disabled],[aria-pressed]",
    )
      ? element
      : null;
    if (native instanceof HTMLInputElement && COMPOSITE.has(role)) states.checked = native.checked;
    if (SELECTABLE.has(role)) states.selected = false;
    if (role === "combobox") states.expanded = false;
    states.disabled =
      native instanceof HTMLElement && "disabled" in native
        ? Boolean(native.disabled)
        : element.hasAttribute("disabled");
    for (const [attribute, state] of /** @type {const} */ ([
      ["aria-checked", "checked"],
      ["aria-pressed", "checked"],
      ["aria-selected", "selected"],
      ["aria-expanded", "expanded"],
      ["aria-disabled", "disabled"],
    ])) {
      const value = told?.getAttribute(attribute);
      if (value === "true" || value === "false") states[state] = value === "true";
    }
    for (const pair of (element.getAttribute("data-s") ?? "").split(" ")) {
      const [state, value] = pair.split(":");
      if (state && value) states[state] = value === "1";
    }
    return states;
  };

  const round = (/** @type {Box} */ box) =>
    /** @type {Box} */ (box.map((value) => Math.round(value * scale * 10) / 10));
  /** @type {Mark[]} */
  const elements = [];
  /** @type {Box[]} */
  const ignore = [];
  /**
   * Adds a mark when it is visible by the rules.
   * @param {string} role @param {Element} element @param {Element[]} own elements that are part of the mark
   * @param {Box} whole @param {Box | undefined} click @param {Record<string, boolean>} states
   * @param {string | undefined} name
   */
  const add = (role, element, own, whole, click, states, name) => {
    const cut = clipped(element, whole);
    if (cut[2] - cut[0] < LEAST_SIDE || cut[3] - cut[1] < LEAST_SIDE) return;
    if (area(cut) < LEAST_SHOWN * area(whole)) return;
    const look = uncovered(own, cut);
    const box = look.box;
    if (look.share < LEAST_UNCOVERED || area(box) < LEAST_SHOWN * area(whole)) return;
    if (box[2] - box[0] < LEAST_SIDE || box[3] - box[1] < LEAST_SIDE) return;
    if (look.veiled) {
      ignore.push(round(box));
      return;
    }
    /** @type {Mark} */
    const mark = { role, box: round(box), states };
    if (click) {
      const target = meet(click, box);
      // A check box whose control is scrolled away can no longer be clicked on it.
      if (target[2] - target[0] < 2 || target[3] - target[1] < 2) return;
      mark.click = round(target);
    }
    if (name) mark.name = name;
    elements.push(mark);
  };

  /**
   * What an ignored box leaves beside the marks drawn over it, such as a dialog over a veiled page.
   * @param {Box} box @returns {Box[]}
   */
  const besideMarks = (box) => {
    const over = elements
      .map((mark) => meet(/** @type {Box} */ (mark.box), /** @type {Box} */ (box)))
      .filter((cut) => area(cut) > 0);
    const hole = union(over.filter((cut) => cut[2] > cut[0] && cut[3] > cut[1]));
    if (!hole) return [box];
    /** @type {Box[]} */
    const parts = [
      [box[0], box[1], box[2], hole[1]],
      [box[0], hole[3], box[2], box[3]],
      [box[0], hole[1], hole[0], hole[3]],
      [hole[2], hole[1], box[2], hole[3]],
    ];
    return parts.filter((part) => part[2] - part[0] >= LEAST_SIDE && part[3] - part[1] >= LEAST_SIDE);
  };

  /** @type {Element[]} */
  const marked = [];
  const gather = (/** @type {Document | ShadowRoot} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.hasAttribute("data-m") || element instanceof HTMLCanvasElement) marked.push(element);
      if (element.shadowRoot) {
        shadows = true;
        gather(element.shadowRoot);
      }
    }
  };
  gather(document);
  for (const element of marked) {
    if (element instanceof HTMLCanvasElement && "marks" in element) {
      const origin = element.getBoundingClientRect();
      for (const drawn of /** @type {Mark[]} */ (element.marks)) {
        const move = (/** @type {number[]} */ [left = 0, top = 0, right = 0, bottom = 0]) =>
          /** @type {Box} */ ([
            origin.left + left,
            origin.top + top,
            origin.left + right,
            origin.top + bottom,
          ]);
        add(
          drawn.role,
          element,
          [element],
          move(drawn.box),
          drawn.click && move(drawn.click),
          drawn.states,
          drawn.name,
        );
      }
    }
    const role = element.getAttribute("data-m");
    if (!role) continue;
    const name = (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 60);
    const states = statesOf(element, role);
    const extra = element.getAttribute("data-extra");
    const parts = element.getAttribute("data-parts") ?? element.getAttribute("data-own-parts");
    if (COMPOSITE.has(role)) {
      const control = controlOf(element);
      if (!control) continue;
      const beside = extra ? element.parentElement?.querySelector(extra) : null;
      const whole = union([control, ...contents(element), ...(beside ? contents(beside) : [])]);
      if (whole) add(role, element, beside ? [element, beside] : [element], whole, control, states, name);
      continue;
    }
    if (!shown(element)) continue;
    const whole =
      role === "link"
        ? union(contents(element))
        : parts
          ? union(partBoxes(element, parts))
          : drawnBox(element);
    if (!whole) continue;
    const tall = Number(element.getAttribute("data-tall") ?? whole[3] - whole[1]);
    const excess = (whole[3] - whole[1] - tall) / 2;
    add(
      role,
      element,
      [element],
      [whole[0], whole[1] + excess, whole[2], whole[3] - excess],
      undefined,
      states,
      name,
    );
  }
  style.remove();
  return { elements, ignore: ignore.flatMap(besideMarks) };
}
