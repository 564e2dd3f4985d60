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
import styles from "./month-calendar.module.css";

export function MonthCalendar() {
  return (
    <Calendar className={styles.calendar ?? ""}>
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
    </Calendar>
  );
}
