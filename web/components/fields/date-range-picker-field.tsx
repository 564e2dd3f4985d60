import { type DateValue, parseDate } from "@internationalized/date";
import { useState } from "react";
import {
  Button,
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Label,
  Popover,
  Text,
} from "react-aria-components/DateRangePicker";
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { classNames } from "../../format/class-names.ts";
import { addDays } from "../../format/days.ts";
import { Button as PlainButton } from "../button.tsx";
import { CalendarSymbol } from "./calendar-symbol.tsx";
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
  /** A range without a start has so many days. */
  readonly daysMax: number;
};

type Draft = { readonly start: DateValue; readonly end: DateValue } | null;

const presets = [7, 30, 90] as const;

export function DateRangePickerField(props: DateRangeFieldProps) {
  const { label, hint, value, onChange, max } = props;
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
        <Label className={classNames(fieldStyles.label, props.isLabelHidden && fieldStyles.hidden)}>{label}</Label>
        <Group className={classNames(fieldStyles.control, styles.group)}>
          <span className={styles.range}>
            <DateInput slot="start" className={styles.part ?? ""}>
              {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
            </DateInput>
            <span aria-hidden="true">–</span>
            <DateInput slot="end" className={styles.part ?? ""}>
              {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
            </DateInput>
          </span>
          {known !== undefined && (
            <button
              type="button"
              className={styles.button}
              aria-label={`Clear: ${label}`}
              onClick={() => onChange({ from: undefined, to: undefined })}
            >
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
        <Popover className={styles.popover ?? ""} offset={4}>
          <Dialog className={styles.dialog ?? ""}>
            {({ close }) => (
              <>
                <RangeMonthCalendar />
                <div className={styles.presets}>
                  {presets.map((days) => (
                    <PlainButton
                      key={days}
                      size="small"
                      variant="quiet"
                      onPress={() => {
                        onChange({ from: addDays(max, 1 - days), to: max });
                        close();
                      }}
                    >
                      Last {days} days
                    </PlainButton>
                  ))}
                </div>
              </>
            )}
          </Dialog>
        </Popover>
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
