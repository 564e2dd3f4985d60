import { type DateValue, parseDate } from "@internationalized/date";
import { useState } from "react";
import { DatePicker } from "react-aria-components/DatePicker";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { DateFrame, DayInput } from "./date-frame.tsx";
import { dateLocale, isTyped } from "./date-locale.ts";
import styles from "./date-picker-field.module.css";
import fieldStyles from "./field.module.css";
import type { FieldProps } from "./field.tsx";
import { MonthCalendar } from "./month-calendar.tsx";

export type DateFieldProps = FieldProps & {
  /** YYYY-MM-DD, in UTC. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

export function DatePickerField(props: DateFieldProps) {
  const { error, value, onChange } = props;
  const [draft, setDraft] = useDraft(value);
  const { minValue, maxValue } = { minValue: dateOf(props.min), maxValue: dateOf(props.max) };
  return (
    <I18nProvider locale={dateLocale}>
      <DatePicker
        className={fieldStyles.field ?? ""}
        value={draft}
        minValue={minValue}
        maxValue={maxValue}
        {...(error === undefined ? {} : { isInvalid: true })}
        shouldForceLeadingZeros
        onChange={(day) => {
          setDraft(day);
          if (day === null) onChange(undefined);
          else if (isWithin(day, minValue, maxValue)) onChange(day.toString());
        }}
      >
        <DateFrame
          {...props}
          onClear={value === undefined ? undefined : () => onChange(undefined)}
          calendar={() => <MonthCalendar />}
        >
          <DayInput className={styles.input} />
        </DateFrame>
      </DatePicker>
    </I18nProvider>
  );
}

function useDraft(value: string | undefined) {
  const [draft, setDraft] = useState(() => dateOf(value));
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setDraft(dateOf(value));
  }
  return [draft, setDraft] as const;
}

function dateOf(day: string | undefined): DateValue | null {
  return day === undefined ? null : parseDate(day);
}

function isWithin(day: DateValue, min: DateValue | null, max: DateValue | null): boolean {
  return isTyped(day) && (min === null || day.compare(min) >= 0) && (max === null || day.compare(max) <= 0);
}
