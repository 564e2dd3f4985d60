import { Suspense, useEffect, useState } from "react";

import { lazyComponent } from "../../components/lazy-component.tsx";
import styles from "./jump-button.module.css";

const JumpMenu = lazyComponent(async () => (await import("./jump-menu.tsx")).JumpMenu);

/** Opens the command menu, as Ctrl or ⌘ with K does on every screen. */
export function JumpButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Jump to… <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <JumpMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
