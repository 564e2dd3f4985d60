import type { Db } from "../../db/client.ts";
import { listInstalls as findInstalls } from "../../db/queries/metrics/installs.ts";
import { addDays, countDays, firstOfDays } from "../domain/days.ts";
import { INSTALL_DAYS, INSTALL_DAYS_MAX } from "../domain/fact.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { invalidInput, noExactInstalls } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { getKnownApp } from "./known-app.ts";

type ListInstallsInput = {
  readonly app: StoreApp;
  /** Days, YYYY-MM-DD. The default is the last 30 days until `to`, which is today by default. */
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** Returns one point for each day from the first to the last. */
export async function listInstalls(
  deps: { readonly db: Db; readonly now: Clock },
  { app, to = utcDay(deps.now()), ...input }: ListInstallsInput,
) {
  const { from = firstOfDays(INSTALL_DAYS, to) } = input;
  if (from > to) throw invalidInput({ to: ["The to field must not be before from."] });
  const days = countDays(from, to);
  if (days > INSTALL_DAYS_MAX) throw invalidInput({ from: [`The period has more than ${INSTALL_DAYS_MAX} days.`] });

  const { id: appId } = await getKnownApp(deps, app);
  const { hasInstalls, storeName } = platformFacts[app.platform];
  if (!hasInstalls) throw noExactInstalls(storeName);
  const read = new Map((await findInstalls(deps.db, { appId, from, to })).map((point) => [point.date, point.installs]));
  const points = Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index);
    return { date, installs: read.get(date) ?? null };
  });
  return { points, meta: { from, to } };
}
