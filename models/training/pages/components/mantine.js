// Mantine: parts by name for placeholders.
import "@mantine/core/styles.css";
import * as M from "@mantine/core";
import React from "react";
import ReactDom from "react-dom";
import { createRoot } from "react-dom/client";
import { htmlChild, markAll, markOf, options, ready, renderParts } from "./runtime.js";

const e = React.createElement;
const html = (text) => htmlChild(React, text);
const noop = () => {};
const size = options.compact ? "xs" : "sm";
const theme = { primaryColor: options.palette, fontFamily: options.font, defaultRadius: options.radius };
const marked = (role, states, more, child, style = {}) =>
  e("span", { ...markOf(role, states, more), style: { display: "inline-block", ...style } }, child);
const composite = (role, Part, inner) => (p) =>
  marked(
    role,
    { checked: p.on, disabled: p.disabled },
    { "data-ctl-in": inner },
    e(Part, { checked: p.on, onChange: noop, disabled: p.disabled, label: p.label || undefined, size }),
  );
const field = (role, Part) => (p) =>
  marked(
    role,
    { disabled: p.disabled },
    { "data-parts": "[class*=Input-wrapper]" },
    e(Part, {
      placeholder: p.placeholder,
      defaultValue: p.value,
      disabled: p.disabled,
      size,
      variant: p.look === "filled" ? "filled" : "default",
    }),
    { width: p.width },
  );

renderParts(
  React,
  ReactDom,
  createRoot,
  (child) => e(M.MantineProvider, { theme, forceColorScheme: options.dark ? "dark" : "light" }, child),
  {
    button: (p) =>
      e(
        M.Button,
        {
          ...markOf("button", { disabled: p.disabled }),
          variant: p.look,
          size: p.small ? "compact-sm" : size,
          disabled: p.disabled,
        },
        html(p.html),
      ),
    input: field("textbox", M.TextInput),
    area: field("textbox", M.Textarea),
    spin: field("spinbutton", M.NumberInput),
    select: (p) =>
      marked(
        "combobox",
        { expanded: false, disabled: p.disabled },
        { "data-parts": "[class*=Input-wrapper]" },
        e(M.Select, { data: [...new Set(p.choices)], value: p.choices[0], size, disabled: p.disabled }),
        { width: 150 },
      ),
    check: composite("checkbox", M.Checkbox, "[class*=Checkbox-inner]"),
    radio: composite("radio", M.Radio, "[class*=Radio-inner]"),
    switch: composite("switch", M.Switch, "[class*=Switch-track]"),
    slider: (p) =>
      marked(
        "slider",
        { disabled: p.disabled },
        { "data-parts": "[class*=Slider-track],[class*=Slider-thumb]" },
        e(M.Slider, { defaultValue: p.value, size, disabled: p.disabled, label: null }),
        { width: p.width },
      ),
    tabs: (p) =>
      e(
        M.Tabs,
        {
          value: String(p.active),
          variant: p.look === "outline" ? "outline" : p.look === "filled" ? "pills" : "default",
        },
        e(
          M.Tabs.List,
          null,
          p.labels.map((label, i) =>
            e(
              M.Tabs.Tab,
              { key: i, value: String(i), ...markOf("tab", { selected: i === p.active }) },
              html(label),
            ),
          ),
        ),
      ),
    pager: (p) => e(M.Pagination, { total: p.count, size }),
    progress: (p) => e(M.Progress, { value: p.value, style: { width: 200 } }),
    chips: (p) =>
      e(
        "span",
        null,
        p.labels.map((label, i) =>
          e(
            M.Button,
            { key: i, size: "compact-xs", radius: "xl", variant: "light", ...markOf("button") },
            label,
          ),
        ),
      ),
    segments: (p) =>
      e(M.SegmentedControl, {
        data: p.labels.map((label, i) => ({ label, value: String(i) })),
        value: String(p.active),
        size,
      }),
    menu: (p) =>
      e(
        M.Paper,
        { shadow: "md", withBorder: true, p: 4, style: { width: 200 } },
        p.labels.map((label, i) =>
          e(M.NavLink, {
            key: i,
            label,
            active: i === p.active,
            disabled: i === p.disabled,
            ...markOf("menuitem", { disabled: i === p.disabled }),
          }),
        ),
      ),
    list: (p) =>
      e(
        "div",
        { style: { width: 200 } },
        p.labels.map((label, i) =>
          e(M.NavLink, {
            key: i,
            label,
            active: i === p.active,
            ...markOf("listitem", { selected: i === p.active }),
          }),
        ),
      ),
    tree: (p) =>
      e(
        "div",
        { style: { width: 220 } },
        p.labels.map((label, i) =>
          e(
            M.NavLink,
            {
              key: i,
              label,
              opened: i === 0,
              ...markOf("treeitem", { selected: false, expanded: i < 2 ? i === 0 : undefined }),
            },
            i < 2
              ? p.labels.map((inner, k) =>
                  e(M.NavLink, { key: k, label: inner, ...markOf("treeitem", { selected: false }) }),
                )
              : undefined,
          ),
        ),
      ),
    accordion: (p) =>
      e(
        M.Accordion,
        { value: String(p.active), transitionDuration: 0 },
        p.labels.map((label, i) =>
          e(
            M.Accordion.Item,
            { key: i, value: String(i) },
            e(M.Accordion.Control, markOf("button", { expanded: i === p.active }), label),
            e(M.Accordion.Panel, null, p.text),
          ),
        ),
      ),
    table: (p) =>
      e(
        M.Table,
        { striped: p.on, highlightOnHover: true },
        e(
          M.Table.Thead,
          null,
          e(
            M.Table.Tr,
            null,
            p.labels.map((label, i) => e(M.Table.Th, { key: i }, label)),
          ),
        ),
        e(
          M.Table.Tbody,
          null,
          p.rows.map((row, r) =>
            e(
              M.Table.Tr,
              { key: r },
              row.map((cell, i) => e(M.Table.Td, { key: i }, cell)),
            ),
          ),
        ),
      ),
  },
);
markAll("[class*=Pagination-control]", "button");
markAll("[class*=SegmentedControl-label]", "button", (x) => ({ checked: x.hasAttribute("data-active") }));
ready();
