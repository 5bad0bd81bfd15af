// Making elements. Text always goes in as text nodes, so nothing that came over the wire is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | false | null | undefined} Leaf */
/** @typedef {Leaf | readonly Leaf[]} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Puts props on an element. `class`, `text` and `data` (an object) are taken care of; `onclick` and the like become
 * listeners; true sets an empty attribute; false, null and undefined take the attribute away.
 * @param {Element} node
 * @param {Props} props
 */
export function put(node, props) {
    for (const [name, value] of Object.entries(props)) {
        if (name.startsWith('on') && typeof value === 'function') {
            node.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
        } else if (name === 'text') {
            node.textContent = String(value ?? '');
        } else if (name === 'data') {
            for (const [key, word] of Object.entries(/** @type {Record<string, unknown>} */ (value ?? {}))) {
                /** @type {HTMLElement | SVGElement} */ (node).dataset[key] = String(word);
            }
        } else if (name === 'style' && typeof value === 'object' && value !== null) {
            Object.assign(/** @type {HTMLElement | SVGElement} */ (node).style, value);
        } else if (value === false || value === null || value === undefined) {
            node.removeAttribute(name);
        } else {
            node.setAttribute(name, value === true ? '' : String(value));
        }
    }
}

/**
 * Adds children; what is null, undefined or false is left out, lists are taken apart.
 * @param {Node} node
 * @param {readonly Child[]} children
 */
export function add(node, children) {
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        if (Array.isArray(child)) add(node, child);
        else node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
    }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props, ...children) {
    const node = document.createElement(tag);
    if (props) put(node, props);
    add(node, children);
    return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [attrs]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attrs, ...children) {
    const node = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
    if (attrs) put(node, attrs);
    add(node, children);
    return node;
}

/**
 * Empties a node and fills it anew.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
    node.replaceChildren();
    add(node, children);
}

/**
 * A real button with a label.
 * @param {string} label what it says
 * @param {(event: Event) => void} act
 * @param {Props} [props]
 * @returns {HTMLButtonElement}
 */
export function button(label, act, props) {
    return el('button', { type: 'button', onclick: act, ...props }, label);
}

/** Whether motion is unwelcome. */
export function still() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * A number for a path or attribute, short.
 * @param {number} x
 */
export function n(x) {
    return String(Math.round(x * 100) / 100);
}
