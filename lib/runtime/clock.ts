/** The service's own time, for observations and dates. Leases, budgets and limits use the database's clock instead. */
export type Clock = () => Date;

/** Returns the machine's clock, shifted: the local host moves it with the simulator's calendar. */
export function systemClock(offsetMs = 0): Clock {
  return () => new Date(Date.now() + offsetMs);
}
