import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from "react-aria-components/Calendar";
import { RangeCalendar } from "react-aria-components/RangeCalendar";
import { classNames } from "../../format/class-names.ts";
import styles from "./month-calendar.module.css";

export function MonthCalendar() {
  return (
    <Calendar className={styles.calendar ?? ""}>
      <Month />
    </Calendar>
  );
}

export function RangeMonthCalendar() {
  return (
    <RangeCalendar className={classNames(styles.calendar, styles.range)}>
      <Month />
    </RangeCalendar>
  );
}

function Month() {
  return (
    <>
      <header className={styles.head}>
        <Button slot="previous" className={styles.turn ?? ""}>
          <span aria-hidden="true">‹</span>
        </Button>
        <Heading className={styles.month ?? ""} />
        <Button slot="next" className={styles.turn ?? ""}>
          <span aria-hidden="true">›</span>
        </Button>
      </header>
      <CalendarGrid className={styles.grid ?? ""}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ""}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day ?? ""} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
