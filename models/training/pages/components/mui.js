// Material UI: parts by name for placeholders.
import * as M from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { SimpleTreeView } from "@mui/x-tree-view/SimpleTreeView";
import { TreeItem } from "@mui/x-tree-view/TreeItem";
import React from "react";
import ReactDom from "react-dom";
import { createRoot } from "react-dom/client";
import { htmlChild, markAll, markOf, options, ready, renderParts } from "./runtime.js";

const e = React.createElement;
const dense = options.compact ? "small" : "medium";
const theme = createTheme({
  palette: { mode: options.dark ? "dark" : "light", primary: { main: options.accent } },
  typography: { fontSize: options.fontSize, fontFamily: options.font },
  shape: { borderRadius: options.radius },
  transitions: { create: () => "none" },
});
const noop = () => {};
const html = (text) => htmlChild(React, text);
const composite = (role, control) => (p) =>
  e(M.FormControlLabel, {
    ...markOf(
      role,
      { checked: p.on, disabled: p.disabled },
      { "data-ctl-in": role === "switch" ? ".MuiSwitch-track,.MuiSwitch-thumb" : "svg" },
    ),
    sx: { m: 0 },
    label: p.label,
    disabled: p.disabled,
    control: e(control, { checked: p.on, onChange: noop, size: dense }),
  });
const FIELDS = { outlined: M.OutlinedInput, filled: M.FilledInput, standard: M.Input };
const field = (p, role, more = {}) =>
  e(FIELDS[p.look] ?? M.OutlinedInput, {
    ...markOf(role, { disabled: p.disabled }),
    size: dense,
    placeholder: p.placeholder,
    defaultValue: p.value,
    disabled: p.disabled,
    type: p.type,
    style: { width: p.width },
    ...more,
  });

renderParts(React, ReactDom, createRoot, (child) => e(ThemeProvider, { theme }, child), {
  button: (p) =>
    p.icon
      ? e(
          M.IconButton,
          {
            ...markOf("button", { disabled: p.disabled }),
            size: dense,
            disabled: p.disabled,
            color: p.colour,
          },
          html(p.html),
        )
      : e(
          M.Button,
          {
            ...markOf("button", { disabled: p.disabled }),
            variant: p.look,
            size: p.small ? "small" : dense,
            color: p.colour,
            disabled: p.disabled,
          },
          html(p.html),
        ),
  input: (p) => field(p, "textbox"),
  area: (p) => field(p, "textbox", { multiline: true, rows: 3 }),
  spin: (p) => field(p, "spinbutton", { type: "number", slotProps: { input: { className: "g-arrows" } } }),
  select: (p) =>
    e(
      M.Select,
      {
        ...markOf("combobox", { expanded: false, disabled: p.disabled }),
        size: dense,
        value: p.choices[0],
        variant: p.look,
        disabled: p.disabled,
        style: { minWidth: 90 },
      },
      p.choices.map((c, i) => e(M.MenuItem, { key: i, value: c }, c)),
    ),
  check: composite("checkbox", M.Checkbox),
  radio: composite("radio", M.Radio),
  switch: composite("switch", M.Switch),
  slider: (p) =>
    e(M.Slider, {
      ...markOf("slider", { disabled: p.disabled }, { "data-parts": ".MuiSlider-rail,.MuiSlider-thumb" }),
      defaultValue: p.value,
      size: dense,
      disabled: p.disabled,
      style: { width: p.width },
    }),
  tabs: (p) =>
    e(
      M.Tabs,
      { value: p.active, variant: "scrollable", scrollButtons: false },
      p.labels.map((label, i) =>
        e(M.Tab, { key: i, label: html(label), ...markOf("tab", { selected: i === p.active }) }),
      ),
    ),
  pager: (p) =>
    e(M.Pagination, { count: p.count, size: dense, shape: p.look === "outlined" ? "rounded" : "circular" }),
  progress: (p) => e(M.LinearProgress, { variant: "determinate", value: p.value, style: { width: 200 } }),
  chips: (p) =>
    e(
      "span",
      null,
      p.labels.map((label, i) =>
        e(M.Chip, { key: i, label, size: dense, onClick: noop, ...markOf("button") }),
      ),
    ),
  segments: (p) =>
    e(
      M.ToggleButtonGroup,
      { value: p.active, exclusive: true, size: dense },
      p.labels.map((label, i) =>
        e(M.ToggleButton, { key: i, value: i, ...markOf("button", { checked: i === p.active }) }, label),
      ),
    ),
  menu: (p) =>
    e(
      M.Paper,
      { elevation: 8 },
      e(
        M.MenuList,
        { dense: options.compact },
        p.labels.map((label, i) =>
          e(
            M.MenuItem,
            {
              key: i,
              selected: i === p.active,
              disabled: i === p.disabled,
              ...markOf("menuitem", { disabled: i === p.disabled }),
            },
            label,
          ),
        ),
      ),
    ),
  list: (p) =>
    e(
      M.List,
      { dense: options.compact, style: { minWidth: 180 } },
      p.labels.map((label, i) =>
        e(
          M.ListItemButton,
          { key: i, selected: i === p.active, ...markOf("listitem", { selected: i === p.active }) },
          e(M.ListItemText, { primary: label, secondary: p.notes?.[i] }),
        ),
      ),
    ),
  tree: (p) =>
    e(
      SimpleTreeView,
      { defaultExpandedItems: ["0", "1"], defaultSelectedItems: "1" },
      p.labels.map((label, i) =>
        e(
          TreeItem,
          { key: i, itemId: String(i), label },
          i < 3
            ? [0, 1, 2].map((k) =>
                e(TreeItem, { key: k, itemId: `${i}-${k}`, label: p.labels[(i + k + 1) % p.labels.length] }),
              )
            : null,
        ),
      ),
    ),
  accordion: (p) =>
    e(
      "div",
      null,
      p.labels.map((label, i) =>
        e(
          M.Accordion,
          { key: i, expanded: i === p.active },
          e(
            M.AccordionSummary,
            { expandIcon: html("▾"), ...markOf("button", { expanded: i === p.active }) },
            label,
          ),
          e(M.AccordionDetails, null, p.text),
        ),
      ),
    ),
  table: (p) =>
    e(
      M.Table,
      { size: dense, style: { width: "auto" } },
      e(
        M.TableHead,
        null,
        e(
          M.TableRow,
          null,
          p.labels.map((label, i) =>
            e(
              M.TableCell,
              { key: i },
              e(M.TableSortLabel, { active: i === p.active, ...markOf("columnheader") }, label),
            ),
          ),
        ),
      ),
      e(
        M.TableBody,
        null,
        p.rows.map((row, r) =>
          e(
            M.TableRow,
            { key: r, hover: true, selected: r === p.active, ...markOf("row", { selected: r === p.active }) },
            row.map((cell, i) => e(M.TableCell, { key: i }, cell)),
          ),
        ),
      ),
    ),
});
markAll(".MuiPaginationItem-root:not(.MuiPaginationItem-ellipsis)", "button", (x) => ({
  disabled: x.classList.contains("Mui-disabled"),
}));
markAll(".MuiTreeItem-content", "treeitem", (x) => ({
  selected:
    x.closest("[role=treeitem]")?.getAttribute("aria-selected") === "true" || x.hasAttribute("data-selected"),
  expanded: x.closest("[role=treeitem]")?.hasAttribute("aria-expanded")
    ? x.closest("[role=treeitem]").getAttribute("aria-expanded") === "true"
    : undefined,
}));
ready();
