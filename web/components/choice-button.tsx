import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import styles from "./choice-button.module.css";
import { lazyComponent } from "./lazy-component.tsx";
import { ScreenLoading } from "./screen-loading.tsx";

type ChoiceButtonProps = {
  readonly label: string;
  /** The button shows this choice. */
  readonly value: string;
  /** Renders the content of the popover when it opens. `close` closes the popover. */
  readonly children: (close: () => void) => ReactNode;
};

const ChoicePopover = lazyComponent(async () => (await import("./choice-popover.tsx")).ChoicePopover);

/** A small button that says what is chosen, and opens a popover to choose something else. */
export function ChoiceButton({ label, value, children }: ChoiceButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.label}>{label}</span> <span className={styles.value}>{value}</span>
        <span aria-hidden="true" className={styles.chevron} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChoicePopover label={label} trigger={button} onClose={close}>
            <Suspense fallback={<ScreenLoading />}>{children(close)}</Suspense>
          </ChoicePopover>
        </Suspense>
      )}
    </>
  );
}
