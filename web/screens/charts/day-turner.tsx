import { Button } from "../../components/button.tsx";
import { addDays, todayUtc } from "../../format/days.ts";
import styles from "./charts.module.css";

type DayTurnerProps = {
  readonly day: string;
  readonly before: string | null;
  readonly onDay: (day: string | undefined) => void;
};

export function DayTurner({ day, before, onDay }: DayTurnerProps) {
  const next = addDays(day, 1);
  const today = todayUtc(Date.now());
  return (
    <div className={styles.turner}>
      <Button size="small" isDisabled={before === null} onPress={() => onDay(before ?? undefined)}>
        Earlier
      </Button>
      <Button size="small" isDisabled={day >= today} onPress={() => onDay(next >= today ? undefined : next)}>
        Later
      </Button>
    </div>
  );
}
