import { useEffect, useRef, useState } from "react";

import { lazyComponent } from "../../components/lazy-component.tsx";
import styles from "./jump-button.module.css";

const JumpMenu = lazyComponent(async () => (await import("./jump-menu.tsx")).JumpMenu);

/** Opens the command menu, as Ctrl or ⌘ with K does on every screen. What is typed while it loads is not lost. */
export function JumpButton() {
  const [shown, show] = useState<"menu" | "failure">();
  // Keys from the opening until the field of the menu has the focus; null at all other times.
  const early = useRef<string>(null);
  const end = (next?: "failure") => {
    early.current = null;
    show(next);
  };
  const open = () => {
    early.current ??= "";
    JumpMenu.load().then(
      () => {
        if (early.current !== null) show("menu");
      },
      () => {
        if (early.current !== null) end("failure");
      },
    );
  };
  /** Returns true if the key is for the menu. */
  const take = (event: KeyboardEvent): boolean => {
    if (isMenuKey(event)) {
      if (shown !== "menu") open();
      return true;
    }
    if (early.current === null) return false;
    const text = textAfter(early.current, event);
    if (event.key === "Escape") end();
    else early.current = text ?? early.current;
    return text !== undefined || event.key === "Escape";
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!take(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  });
  const takeEarlyText = () => {
    const text = early.current ?? "";
    early.current = null;
    return text;
  };
  return (
    <div>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={open}>
        Jump to… <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {shown === "failure" && <p role="alert">Not loaded. Try again, or reload the page.</p>}
      {shown === "menu" && <JumpMenu takeEarlyText={takeEarlyText} onClose={end} />}
    </div>
  );
}

function isMenuKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Returns the text with what the key types or deletes, or undefined for a key that does neither. */
function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "Backspace") return text.slice(0, -1);
  return key.length === 1 ? text + key : undefined;
}
