/** These say nothing, or belong to what a reader can do. */
const LEFT_OUT = "[aria-hidden=true], svg, button, input, select";

/** Returns what a cell says to a screen reader, without its controls. */
export function cellText(cell: Element | undefined): string {
  if (cell === undefined) return "";
  for (const element of cell.querySelectorAll(LEFT_OUT)) element.remove();
  return textOf(cell).replaceAll(/\s+/g, " ").trim();
}

/** Elements side by side are words of their own. A time is there as a program reads it. */
function textOf(node: Node): string {
  if (node instanceof HTMLTimeElement) return node.dateTime;
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  const parts = [...node.childNodes].map(textOf);
  const isInline = [...node.childNodes].every((child) => child.nodeType === Node.TEXT_NODE);
  return isInline ? parts.join("") : parts.join(" ");
}
