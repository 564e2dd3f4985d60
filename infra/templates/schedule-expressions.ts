const UNIT_MS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** The longest delay of a timer. */
const INTERVAL_MS_MAX = 2 ** 31 - 1;

/** Returns milliseconds, or undefined for an expression other than `rate(…)`. Only the local host knows seconds. */
export function readRate(expression: string): number | undefined {
  const [, count, unit = ""] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const intervalMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (Number.isNaN(intervalMs)) return undefined;
  return Math.min(intervalMs, INTERVAL_MS_MAX);
}

/** Returns a `cron(…)` expression of EventBridge in croner's syntax. Throws without an equivalent. */
export function readCron(expression: string): string {
  const [, fields = ""] = /^cron\((.+)\)$/.exec(expression) ?? [];
  const [minutes, hours, dayOfMonth, month, dayOfWeek, year, ...more] = fields.split(" ");
  if (!minutes || !hours || !dayOfMonth || !month || !dayOfWeek || year !== "*" || more.length > 0) {
    throw new Error(`The local host does not know the schedule ${expression}`);
  }
  // EventBridge counts the days of the week from 1, croner from 0. `?` means any.
  if (/\d/.test(dayOfWeek)) throw new Error(`Name the days of the week in ${expression}`);
  return [minutes, hours, dayOfMonth, month, dayOfWeek].map((field) => field.replace("?", "*")).join(" ");
}
