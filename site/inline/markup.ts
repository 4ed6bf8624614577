/** The elements of a page or form that the document keeps as a script's text, see site/document.tsx. */
export function markupIn(block: Element): DocumentFragment {
  return document.createRange().createContextualFragment(block.textContent);
}
