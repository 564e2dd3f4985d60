import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import { DateRangeField } from "../../components/fields/date-range-field.tsx";
import { todayUtc } from "../../format/days.ts";
import { describeChoice } from "./describe-period.ts";
import type { PartProps } from "./part-props.ts";
import { PERIOD_DAYS_MAX, spans } from "./period.ts";
import styles from "./scope-bar.module.css";

type WhenPartProps = PartProps & { readonly none: string };

export function WhenPart({ none, scope, onChange }: WhenPartProps) {
  const { days, from, to } = scope;
  const hasDates = from !== undefined || to !== undefined;
  const options = spans.map((span) => ({ id: span.name === none ? "" : String(span.days), name: span.name }));
  const isSpan = options.some(({ id }) => id === "");
  return (
    <ChoiceButton label="When" value={describeChoice(scope, none)}>
      {(close) => (
        <>
          <ChoiceList
            label="Days"
            options={isSpan ? options : [{ id: "", name: none }, ...options]}
            selected={hasDates ? [] : [days === undefined || describeChoice(scope, none) === none ? "" : String(days)]}
            onSelect={([id = ""]) => {
              close();
              onChange({ days: id === "" ? undefined : Number(id), from: undefined, to: undefined });
            }}
          />
          <div className={styles.days}>
            <DateRangeField
              label="Dates"
              value={{ from, to }}
              max={todayUtc(Date.now())}
              daysMax={PERIOD_DAYS_MAX}
              onChange={(range) => onChange({ ...range, days: undefined })}
            />
          </div>
        </>
      )}
    </ChoiceButton>
  );
}
