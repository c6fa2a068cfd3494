// What every bundle of components needs at run time: options of the page, rendering of placeholders, marks.

/** Look of the page: `dark`, `accent` (CSS colour), `compact`. */
export const options = window.kitOptions ?? { dark: false, accent: "#1677ff", compact: false };

/**
 * Renders every placeholder `<x-part data-part=NAME data-options=JSON>` with React.
 * `parts` maps names to functions from options to a React element.
 */
export function renderParts(_React, ReactDom, createRoot, wrap, parts) {
  const places = [...document.querySelectorAll("x-part")].map((place, key) => {
    const element = parts[place.dataset.part](JSON.parse(place.dataset.options ?? "{}"));
    return ReactDom.createPortal(element, place, String(key));
  });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  ReactDom.flushSync(() => root.render(wrap(places)));
}

/** Inner HTML (icons and text) as a React child. */
export function htmlChild(React, html) {
  return React.createElement("span", {
    style: { display: "inline-flex", alignItems: "center", gap: 4 },
    dangerouslySetInnerHTML: { __html: html },
  });
}

/** Attributes that mark an element. `states` are booleans. */
export function markOf(role, states = {}, more = {}) {
  const pairs = Object.entries(states).filter(([, value]) => value !== undefined);
  return {
    "data-m": role,
    ...(pairs.length ? { "data-s": pairs.map(([name, value]) => `${name}:${value ? 1 : 0}`).join(" ") } : {}),
    ...more,
  };
}

/** Marks elements that a component draws by itself, below `root` and in shadow trees. */
export function markAll(selector, role, statesOf = () => ({}), more = {}, root = document) {
  for (const element of root.querySelectorAll(selector))
    if (!element.hasAttribute("data-m"))
      for (const [name, value] of Object.entries(markOf(role, statesOf(element), more)))
        element.setAttribute(name, value);
  for (const element of root.querySelectorAll("*"))
    if (element.shadowRoot) markAll(selector, role, statesOf, more, element.shadowRoot);
}

/** Says that the page can be looked at once styles and late updates are through. */
export function ready(after = 250) {
  window.kitReady = new Promise((resolve) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))), after);
  });
}
