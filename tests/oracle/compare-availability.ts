import type { AppMemory } from "./app-memory.ts";
import type { Comparing } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { AppReading } from "./read-api.ts";
import { isAppBlocked } from "./scenario.ts";

/** Days after which the sweep renews the time of an absence that it sees again. */
const ABSENCE_SEEN_DAYS = 7;

/** All apps of the scenario were found in this storefront, so it is their own. */
export const OWN_STOREFRONT = "us";

type Row = AppReading["availability"][number];
type Read = { readonly day: number; readonly isSold: boolean };

/** Compares the availability in each storefront with what the storefront showed on the day that the response names. */
export async function compareAvailability(
  comparing: Comparing,
  { app, availability }: AppReading,
  memory: AppMemory,
): Promise<void> {
  const { findings, shown, today, dayOf } = comparing;
  for (const row of availability) {
    const about = { day: today, app, place: row.country_code };
    if (row.as_of === null || row.since === null || row.is_available === null) {
      compare(findings, { ...about, kind: "storefront never read", stored: row, expected: "a read" });
      continue;
    }
    const day = dayOf(row.as_of);
    const isSold = (await shown.offer(day, app, row.country_code)) !== undefined;
    const [stored, expected] = [`${row.is_available} on day ${day}`, `${isSold} on day ${day}`];
    compare(findings, { ...about, kind: "availability", stored, expected });
    const since = noteRead(memory, row.country_code, { day, isSold });
    compare(findings, { ...about, kind: "since", stored: dayOf(row.since), expected: since });
    if (app.platform === "ios") await compareDay(comparing, app, row, { day, isSold });
  }
  if (app.platform === "android") compareChecks(comparing, app, availability, memory);
}

/** Records a read of a storefront and the change that it found. Returns the day since which the state is the same. */
function noteRead({ reads: all, expect }: AppMemory, country: string, read: Read): number | undefined {
  const reads = all.get(country) ?? [];
  const before = reads.at(-1);
  if (before?.day !== read.day) reads.push(read);
  all.set(country, reads);
  if (before !== undefined && before.isSold !== read.isSold) {
    const name = (isSold: boolean) => (isSold ? "available" : "unavailable");
    const { day, isSold } = read;
    expect({ day, field: "availability", place: country, old: name(before.isSold), new: name(isSold) });
  }
  return reads[reads.findLastIndex(({ isSold }) => isSold !== read.isSold) + 1]?.day;
}

/**
 * The App Store's storefronts are read every day, unless a fault prevents it. An absence that goes on keeps its time.
 */
async function compareDay(
  { findings, shown, today }: Comparing,
  app: AppReading["app"],
  row: Row,
  { day, isSold }: Read,
): Promise<void> {
  if (isAppBlocked(today, app, row.country_code)) return;
  const isAbsentStill = !isSold && (await shown.offer(today, app, row.country_code)) === undefined;
  if (isAbsentStill && today - day <= ABSENCE_SEEN_DAYS) return;
  const about = { day: today, app, place: row.country_code };
  compare(findings, { ...about, kind: "storefront not read", stored: day, expected: today });
}

/** The days before the loss of the own storefront from which other losses count as parts of it. */
const LOSS_DAYS = 2;

/**
 * Google Play's own storefront is read every day. Within a day of its return so is each storefront that was lost with
 * it.
 */
function compareChecks(
  { findings, today, dayOf }: Comparing,
  app: AppReading["app"],
  rows: readonly Row[],
  { reads }: AppMemory,
): void {
  const own = reads.get(OWN_STOREFRONT) ?? [];
  const about = { day: today, app };
  compare(findings, {
    ...about,
    place: OWN_STOREFRONT,
    kind: "own storefront read",
    stored: own.at(-1)?.day,
    expected: today,
  });

  const back = own.findLastIndex(({ isSold }, index) => isSold && own[index - 1]?.isSold === false);
  const lost = own.findLastIndex(({ isSold }, index) => index < back && !isSold && own[index - 1]?.isSold !== false);
  const [backDay, lostDay] = [own[back]?.day, own[lost]?.day];
  if (backDay === undefined || lostDay === undefined || backDay === today) return;
  for (const { country_code: place, is_available: isAvailable, since, as_of: readAt } of rows) {
    if (isAvailable !== false || since === null || readAt === null) continue;
    if (dayOf(since) < lostDay - LOSS_DAYS || dayOf(since) >= backDay || isAppBlocked(backDay, app, place)) continue;
    const stored = dayOf(readAt) >= backDay;
    compare(findings, { ...about, place, kind: "storefront lost with the own one not read", stored, expected: true });
  }
}
