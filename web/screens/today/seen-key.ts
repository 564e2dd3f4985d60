type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target">;

/** Controls that take letters. */
const TAKES_LETTERS = "input, select, textarea, [contenteditable], [role=listbox], [role=application]";

/** Returns whether the key marks the shown events as seen. A control that takes letters keeps it. */
export function isSeenKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: PressedKey): boolean {
  if (key !== "e" || ctrlKey || metaKey || altKey || shiftKey) return false;
  return !(target instanceof Element) || target.closest(TAKES_LETTERS) === null;
}
