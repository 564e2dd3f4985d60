import { type DateValue, parseDate } from "@internationalized/date";
import { useState } from "react";
import { DateRangePicker } from "react-aria-components/DateRangePicker";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { addDays } from "../../format/days.ts";
import { Button } from "../button.tsx";
import { DateFrame, DayInput } from "./date-frame.tsx";
import { dateLocale, isTyped } from "./date-locale.ts";
import styles from "./date-picker-field.module.css";
import { type DateRange, knownRange } from "./date-range.ts";
import fieldStyles from "./field.module.css";
import type { FieldProps } from "./field.tsx";
import { RangeMonthCalendar } from "./month-calendar.tsx";

export type DateRangeFieldProps = FieldProps & {
  readonly value: DateRange;
  readonly onChange: (value: DateRange) => void;
  /** The last day that can be chosen, which is the end of a range without one. */
  readonly max: string;
  /** A range without a start has this many days. */
  readonly daysMax: number;
};

type Draft = { readonly start: DateValue; readonly end: DateValue } | null;

const presets = [7, 30, 90] as const;

export function DateRangePickerField(props: DateRangeFieldProps) {
  const { value, onChange, max } = props;
  const known = knownRange(value, props);
  const [draft, setDraft] = useDraft(known);
  const maxValue = parseDate(max);
  return (
    <I18nProvider locale={dateLocale}>
      <DateRangePicker
        className={fieldStyles.field ?? ""}
        value={draft}
        maxValue={maxValue}
        shouldForceLeadingZeros
        onChange={(range) => {
          setDraft(range);
          if (range === null) return;
          const isKnown = isTyped(range.start) && isTyped(range.end) && range.end.compare(maxValue) <= 0;
          if (isKnown && range.start.compare(range.end) <= 0)
            onChange({ from: range.start.toString(), to: range.end.toString() });
        }}
      >
        <DateFrame
          {...props}
          onClear={known === undefined ? undefined : () => onChange({ from: undefined, to: undefined })}
          calendar={(close) => (
            <>
              <RangeMonthCalendar />
              <div className={styles.presets}>
                {presets.map((days) => (
                  <Button
                    key={days}
                    size="small"
                    variant="quiet"
                    onPress={() => {
                      onChange({ from: addDays(max, 1 - days), to: max });
                      close();
                    }}
                  >
                    Last {days} days
                  </Button>
                ))}
              </div>
            </>
          )}
        >
          <span className={styles.range}>
            <DayInput slot="start" className={styles.part} />
            <span aria-hidden="true">–</span>
            <DayInput slot="end" className={styles.part} />
          </span>
        </DateFrame>
      </DateRangePicker>
    </I18nProvider>
  );
}

/** The draft holds what is typed until both days are whole. */
function useDraft(known: { readonly from: string; readonly to: string } | undefined) {
  const draftOf = (): Draft =>
    known === undefined ? null : { start: parseDate(known.from), end: parseDate(known.to) };
  const key = `${known?.from} ${known?.to}`;
  const [draft, setDraft] = useState<Draft>(draftOf);
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    setDraft(draftOf());
  }
  return [draft, setDraft] as const;
}
