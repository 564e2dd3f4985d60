import { createEvents } from "../../../infra/planning/simulation/events.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { createService, type ServiceInput } from "./service.ts";

const DAY_SECONDS = 86_400;

type Days = {
  readonly days: number;
  /** The days, from 1, whose charts are planned, of the platforms that have charts. Default: all. */
  readonly chartDays?: readonly number[];
  /** Called at midnight, with the day that begins, from 1. */
  readonly beginDay: (day: number) => Promise<void>;
  /** Called a second before midnight. */
  readonly endDay: (day: number) => Promise<void>;
};

/**
 * Runs the service for some days, one schedule or delivery after the other, each at its time. A delivery takes no time,
 * so what one requests of the store comes to it at once: the hardest case for its limits.
 */
export async function runDays(
  input: Omit<ServiceInput, "send">,
  { days, chartDays, beginDay, endDay }: Days,
): Promise<void> {
  const { clock } = input;
  const startMs = clock.ms();
  const events = createEvents();
  let due: () => Promise<unknown> = async () => undefined;
  const plan = (at: number, work: () => Promise<unknown>) =>
    events.plan(at, () => {
      due = work;
    });

  const service = createService({
    ...input,
    send: (message, delaySeconds) =>
      plan(events.time + messageDelaySeconds(delaySeconds), () => service.deliver(message)),
  });
  for (let day = 1; day <= days; day += 1) {
    plan((day - 1) * DAY_SECONDS, () => beginDay(day));
    plan(day * DAY_SECONDS - 1, () => endDay(day));
  }
  for (const { expression, run, plansCharts } of service.schedules) {
    const hasPlan = (time: number) => !plansCharts || (chartDays?.includes(Math.floor(time / DAY_SECONDS) + 1) ?? true);
    for (const time of tickTimes(expression, days).filter(hasPlan)) plan(time, run);
  }
  while (events.runNext(days * DAY_SECONDS)) {
    await clock.moveTo(startMs + events.time * 1_000);
    await due();
  }
}
