import type { ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

export type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: "medium" | "small" | undefined;
  readonly type?: "button" | "submit" | undefined;
  /** A pending button keeps its focus, since it is not disabled. */
  readonly isPending?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** A button that is not ready ignores presses. It looks like any other, and can have the focus. */
  readonly isReady?: boolean | undefined;
  /** The accessible name, if the content is an icon or is not enough. */
  readonly label?: string | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly isPressed?: boolean | undefined;
};

export function Button(props: ButtonProps) {
  const { children, onPress, variant = "secondary", size = "medium", type = "button", isPending = false } = props;
  const ignoresPress = isPending || props.isReady === false;
  return (
    <button
      type={type}
      className={classNames(styles.button, styles[variant], styles[size], isPending && styles.pending)}
      disabled={props.isDisabled}
      aria-disabled={ignoresPress || undefined}
      aria-busy={isPending || undefined}
      aria-label={props.label}
      aria-expanded={props.isExpanded}
      aria-pressed={props.isPressed}
      onClick={(event) => {
        if (ignoresPress) event.preventDefault();
        else onPress?.();
      }}
    >
      {isPending && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
