/** Seconds after a completed sync before another sync of the app may begin, unless the schedule or an operator starts it. */
export const COOLDOWN_SECONDS = 600;

/**
 * Seconds that a stored observation may lie ahead of the clock. Clocks of machines differ by less; what lies further
 * ahead was written before the calendar was set back, and says nothing about how recent it is.
 */
export const AHEAD_SECONDS_MAX = COOLDOWN_SECONDS;
