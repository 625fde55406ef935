// Building elements without templates. Text stays text: no function here parses HTML.

/** Fields that may hold typed text. */
const TEXT_FIELDS = ":is(input, textarea)[data-key]";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element: `h("button", {class: "big", onclick: f, disabled: true, dataset: {key: "x"}, style: {"--n": 3}},
 * "Text", node)`. `on...` adds a listener, `class` may be a list, false and null omit an attribute, true sets it empty.
 * Children may be nested lists.
 */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** Return an SVG element, with the arguments of `h`. */
export function svg(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

/** Replace the children of the node. */
export function replace(node, ...children) {
  node.replaceChildren(...flatten(children));
  return node;
}

/**
 * Replace the children of the node, but keep the focus, typed text and scroll positions. Elements are matched by their
 * `data-key`. `fallback` is a function that returns the element to focus if the focused one is gone.
 */
export function update(node, children, fallback) {
  const active = node.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset?.key;
  const scrolls = [...node.querySelectorAll("[data-scroll]")].map((e) => [e.dataset.scroll, e.scrollLeft, e.scrollTop]);
  const typed = [...node.querySelectorAll(TEXT_FIELDS)].map((e) => [e.dataset.key, e.value]);
  replace(node, children);
  for (const [name, value] of typed) {
    const found = value && node.querySelector(`${TEXT_FIELDS}[data-key="${CSS.escape(name)}"]`);
    if (found && !found.value) found.value = value;
  }
  for (const [name, left, top] of scrolls) {
    const found = node.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (found) {
      found.scrollLeft = left;
      found.scrollTop = top;
    }
  }
  if (!active) return node;
  const again = key && node.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const target = again && !again.disabled ? again : fallback?.(key);
  target?.focus({ preventScroll: true });
  return node;
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) setProperty(element, name, value);
  element.append(...flatten(children));
  return element;
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.setAttribute("class", [value].flat().filter(Boolean).join(" "));
  else if (name === "dataset") Object.assign(element.dataset, value);
  // Set through the object model, because the page's policy forbids style attributes.
  else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, String(text));
  else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

function flatten(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
