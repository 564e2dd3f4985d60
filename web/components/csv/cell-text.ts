/** These contain no text, or are controls. */
const LEFT_OUT = "[aria-hidden=true], svg, button, input, select";

/** Returns the text that a screen reader reads from a cell, without its controls. */
export function cellText(cell: Element | undefined): string {
  if (cell === undefined) return "";
  for (const element of cell.querySelectorAll(LEFT_OUT)) element.remove();
  return textOf(cell).replaceAll(/\s+/g, " ").trim();
}

/** The texts of adjacent elements are separate words. A time is returned in its machine-readable form. */
function textOf(node: Node): string {
  if (node instanceof HTMLTimeElement) return node.dateTime;
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  const parts = [...node.childNodes].map(textOf);
  const isInline = [...node.childNodes].every((child) => child.nodeType === Node.TEXT_NODE);
  return isInline ? parts.join("") : parts.join(" ");
}
