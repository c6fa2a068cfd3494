// Ant Design: parts by name for placeholders.
import * as A from "antd";
import React from "react";
import ReactDom from "react-dom";
import { createRoot } from "react-dom/client";
import { htmlChild, markAll, markOf, options, ready, renderParts } from "./runtime.js";

const e = React.createElement;
const html = (text) => htmlChild(React, text);
const algorithms = [options.dark ? A.theme.darkAlgorithm : A.theme.defaultAlgorithm];
if (options.compact) algorithms.push(A.theme.compactAlgorithm);
const theme = {
  algorithm: algorithms,
  token: {
    colorPrimary: options.accent,
    borderRadius: options.radius,
    fontSize: options.fontSize,
    fontFamily: options.font,
    motion: false,
  },
};
const size = options.compact ? "small" : "middle";
/** A wrapper that carries the mark, for components that pass no attributes on. */
const marked = (role, states, more, child, style = {}) =>
  e("span", { ...markOf(role, states, more), style: { display: "inline-block", ...style } }, child);
const composite = (role, Part, inner) => (p) =>
  marked(
    role,
    { checked: p.on, disabled: p.disabled },
    { "data-ctl-in": inner },
    e(Part, { checked: p.on, disabled: p.disabled }, p.label || undefined),
  );

renderParts(
  React,
  ReactDom,
  createRoot,
  (child) => e(A.ConfigProvider, { theme, wave: { disabled: true } }, child),
  {
    button: (p) =>
      e(
        A.Button,
        {
          ...markOf("button", { disabled: p.disabled }),
          type: p.look,
          danger: p.danger,
          size: p.small ? "small" : size,
          disabled: p.disabled,
        },
        html(p.html),
      ),
    input: (p) =>
      marked(
        "textbox",
        { disabled: p.disabled },
        {},
        p.type === "password"
          ? e(A.Input.Password, { defaultValue: p.value, size })
          : e(A.Input, {
              placeholder: p.placeholder,
              defaultValue: p.value,
              size,
              disabled: p.disabled,
              variant: p.look === "dashed" ? "filled" : "outlined",
            }),
        { width: p.width, maxWidth: "100%" },
      ),
    area: (p) =>
      e(A.Input.TextArea, {
        ...markOf("textbox", { disabled: p.disabled }),
        rows: 3,
        placeholder: p.placeholder,
        style: { width: p.width },
        disabled: p.disabled,
      }),
    spin: (p) =>
      marked(
        "spinbutton",
        { disabled: p.disabled },
        {},
        e(A.InputNumber, { defaultValue: p.value, size, disabled: p.disabled, className: "g-number" }),
      ),
    select: (p) =>
      marked(
        "combobox",
        { expanded: false, disabled: p.disabled },
        {},
        e(A.Select, { value: p.choices[0], size, disabled: p.disabled, style: { minWidth: 110 } }),
      ),
    check: composite("checkbox", A.Checkbox, ".ant-checkbox"),
    radio: composite("radio", A.Radio, ".ant-radio"),
    switch: (p) =>
      marked("switch", { checked: p.on, disabled: p.disabled }, { "data-ctl-in": "button" }, [
        e(A.Switch, {
          key: 0,
          checked: p.on,
          disabled: p.disabled,
          size: options.compact ? "small" : "default",
        }),
        e("span", { key: 1, style: { marginLeft: p.label ? 8 : 0 } }, p.label),
      ]),
    slider: (p) =>
      marked(
        "slider",
        { disabled: p.disabled },
        { "data-parts": ".ant-slider-rail,.ant-slider-handle" },
        e(A.Slider, { defaultValue: p.value, disabled: p.disabled, tooltip: { open: false } }),
        { width: p.width },
      ),
    tabs: (p) =>
      e(A.Tabs, {
        activeKey: String(p.active),
        size,
        type: p.look === "primary" ? "card" : "line",
        items: p.labels.map((label, i) => ({ key: String(i), label: html(label) })),
      }),
    pager: (p) =>
      e(A.Pagination, {
        total: p.count * 10,
        size: size === "small" ? "small" : undefined,
        showSizeChanger: false,
      }),
    progress: (p) => e(A.Progress, { percent: p.value, style: { width: 220 } }),
    chips: (p) =>
      e(
        "span",
        null,
        p.labels.map((label, i) =>
          e(
            A.Tag.CheckableTag,
            { key: i, checked: i === p.active, ...markOf("button", { checked: i === p.active }) },
            label,
          ),
        ),
      ),
    segments: (p) =>
      e(A.Segmented, { options: p.labels.map((label, i) => ({ label, value: i })), value: p.active, size }),
    menu: (p) =>
      e(A.Menu, {
        style: { width: 200, boxShadow: "0 3px 12px #0005" },
        selectedKeys: [String(p.active)],
        items: p.labels.map((label, i) => ({ key: String(i), label, disabled: i === p.disabled })),
      }),
    list: (p) =>
      e(A.Menu, {
        style: { width: 220 },
        mode: "inline",
        theme: p.look === "primary" ? "dark" : "light",
        selectedKeys: [String(p.active)],
        className: "g-places",
        items: p.labels.map((label, i) => ({ key: String(i), label })),
      }),
    tree: (p) =>
      e(A.Tree, {
        defaultExpandAll: true,
        checkable: p.on,
        selectedKeys: ["1"],
        blockNode: p.danger,
        treeData: p.labels.map((title, i) => ({
          key: String(i),
          title,
          children:
            i < 3
              ? [0, 1, 2].map((k) => ({ key: `${i}-${k}`, title: p.labels[(i + k + 1) % p.labels.length] }))
              : undefined,
        })),
      }),
    accordion: (p) =>
      e(A.Collapse, {
        activeKey: [String(p.active)],
        size,
        items: p.labels.map((label, i) => ({ key: String(i), label, children: p.text })),
      }),
    table: (p) =>
      e(A.Table, {
        size,
        pagination: false,
        rowSelection: p.on ? { selectedRowKeys: [p.active] } : undefined,
        columns: p.labels.map((title, i) => ({ title, dataIndex: i, sorter: true })),
        dataSource: p.rows.map((row, key) => ({ key, ...row })),
      }),
  },
);
const disabled = (x) => ({ disabled: /disabled/.test(x.className) });
markAll(".ant-tabs-tab", "tab", (x) => ({ selected: x.classList.contains("ant-tabs-tab-active") }));
markAll(".ant-pagination-item,.ant-pagination-prev,.ant-pagination-next", "button", disabled);
markAll(".ant-segmented-item", "button", (x) => ({
  checked: x.classList.contains("ant-segmented-item-selected"),
}));
markAll(".g-places .ant-menu-item", "listitem", (x) => ({
  selected: x.classList.contains("ant-menu-item-selected"),
}));
markAll(".ant-menu-item", "menuitem", disabled);
markAll(
  ".ant-tree-treenode:not([aria-hidden])",
  "treeitem",
  (x) => ({
    selected: x.classList.contains("ant-tree-treenode-selected"),
    expanded: x.querySelector(".ant-tree-switcher-noop")
      ? undefined
      : x.classList.contains("ant-tree-treenode-switcher-open"),
  }),
  { "data-parts": ".ant-tree-switcher,.ant-tree-node-content-wrapper" },
);
markAll(
  ".ant-tree-checkbox",
  "checkbox",
  (x) => ({ checked: x.classList.contains("ant-tree-checkbox-checked") }),
  { "data-ctl": "" },
);
markAll(".ant-collapse-header", "button", (x) => ({ expanded: x.getAttribute("aria-expanded") === "true" }));
markAll("th.ant-table-column-has-sorters", "columnheader");
markAll("tr.ant-table-row", "row", (x) => ({ selected: x.classList.contains("ant-table-row-selected") }));
markAll(
  ".ant-table-selection-column .ant-checkbox",
  "checkbox",
  (x) => ({ checked: x.classList.contains("ant-checkbox-checked") }),
  { "data-ctl": "" },
);
markAll(".ant-input-password-icon", "button");
ready();
