/**
 * Seconds after a completed sync before another sync of the app may begin, unless the schedule or an operator starts it.
 * What was stored further ahead than this was stored before the calendar was set back: clocks of machines differ by less.
 */
export const COOLDOWN_SECONDS = 600;
