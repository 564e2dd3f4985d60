import type { ReactNode } from "react";
import {
  Button,
  DateInput,
  DateSegment,
  FieldError,
  Group,
  Label,
  Popover,
  Text,
} from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { classNames } from "../../format/class-names.ts";
import styles from "./date-picker-field.module.css";
import fieldStyles from "./field.module.css";
import type { FieldProps } from "./field.tsx";

type DateFrameProps = FieldProps & {
  /** The days, each a `DayInput`. */
  readonly children: ReactNode;
  /** It is undefined if there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
  readonly calendar: (close: () => void) => ReactNode;
};

/** All of a date field but its days and its calendar. It is inside a picker of React Aria. */
export function DateFrame({ label, isLabelHidden, hint, error, children, onClear, calendar }: DateFrameProps) {
  return (
    <>
      <Label className={classNames(fieldStyles.label, isLabelHidden && fieldStyles.hidden)}>{label}</Label>
      <Group className={classNames(fieldStyles.control, styles.group)}>
        {children}
        {onClear !== undefined && (
          <button type="button" className={styles.button} aria-label={`Clear: ${label}`} onClick={onClear}>
            <span aria-hidden="true">✕</span>
          </button>
        )}
        <Button className={styles.button ?? ""}>
          <CalendarSymbol />
        </Button>
      </Group>
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.error ?? ""}>{error}</FieldError>
      <Popover className={styles.popover ?? ""} offset={4}>
        <Dialog className={styles.dialog ?? ""}>{({ close }) => calendar(close)}</Dialog>
      </Popover>
    </>
  );
}

function CalendarSymbol() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="1.75" y="2.75" width="12.5" height="11.5" rx="2" />
      <path d="M1.75 6.5h12.5M5 1v3M11 1v3" />
    </svg>
  );
}

type DayInputProps = {
  readonly className: string | undefined;
  /** In a range, this says which of its two days the field is. */
  readonly slot?: "start" | "end";
};

export function DayInput({ className = "", slot }: DayInputProps) {
  return (
    <DateInput className={className} {...(slot === undefined ? {} : { slot })}>
      {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
    </DateInput>
  );
}
