// Elements without templates. Text only ever becomes text: nothing here reads HTML.

/** Where a reader may have typed something. */
const TEXT_FIELDS = ":is(input, textarea)[data-key]";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: `h("button", {class: "big", onclick: f, disabled: true, dataset: {key: "x"}, style: {"--n": 3}}, "Text", node)`.
 * `on...` are listeners, `class` may be a list, false and null leave an attribute out, true sets it empty. Children may be nested lists.
 */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

/** Put these children in place of whatever the node holds. */
export function replace(node, ...children) {
  node.replaceChildren(...flatten(children));
  return node;
}

/**
 * As `replace`, but keeps the focus, what is typed and how far things are scrolled: an element with `data-key` is found again by it.
 * `fallback` is a function that gives the element to focus where the focused one is gone.
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
  // Through the object model: a style attribute would be inline style, which the page's policy forbids.
  else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, String(text));
  else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

function flatten(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
