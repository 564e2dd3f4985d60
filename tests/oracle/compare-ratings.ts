import type { AppMemory } from "./app-memory.ts";
import { type Comparing, cents } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { AppReading } from "./read-api.ts";
import { isAppBlocked } from "./scenario.ts";

/** Compares ratings, their totals and their history with what the store showed on the days that the responses name. */
export async function compareRatings(comparing: Comparing, reading: AppReading, memory: AppMemory): Promise<void> {
  const { app } = reading;
  if (app.platform === "ios") {
    for (const row of reading.ratings) await compareRating(comparing, reading, row);
  } else {
    await compareGlobalRating(comparing, reading);
  }
  compareHistory(comparing, reading, memory);
  compareSync(comparing, reading);
}

async function compareRating(
  comparing: Comparing,
  { app }: AppReading,
  row: AppReading["ratings"][number],
): Promise<void> {
  const { findings, shown, today, dayOf } = comparing;
  const country = row.country_code;
  const about = { day: today, app, place: country };
  if (row.metrics_as_of === null) return;
  const day = dayOf(row.metrics_as_of);
  const offer = await shown.offer(day, app, country);
  const expected = [cents(offer?.rating), offer?.ratingCount ?? null, day];
  const stored = [cents(row.rating), row.rating_count, day];
  compare(findings, { ...about, kind: "rating of a storefront", stored, expected });
  await compareStars(comparing, { app, country, kind: "stars of a storefront" }, row);
}

async function compareStars(
  { findings, shown, today, dayOf }: Comparing,
  { app, country, kind }: { readonly app: AppReading["app"]; readonly country: string; readonly kind: string },
  row: Pick<AppReading["summary"], "breakdown" | "breakdown_as_of">,
): Promise<void> {
  if (row.breakdown === null || row.breakdown_as_of === null) return;
  const day = dayOf(row.breakdown_as_of);
  const about = { day: today, app, place: country, kind };
  const expected = [await shown.stars(day, app, country), day];
  compare(findings, { ...about, stored: [Object.values(row.breakdown), day], expected });
}

async function compareGlobalRating(comparing: Comparing, reading: AppReading): Promise<void> {
  const { app, summary } = reading;
  const { findings, shown, today, dayOf } = comparing;
  if (summary.metrics_as_of === null) return;
  const day = dayOf(summary.metrics_as_of);
  const country = await someStorefront(comparing, day, reading);
  const offer = country === undefined ? undefined : await shown.offer(day, app, country);
  const about = { day: today, app, place: country ?? "nowhere", kind: "global rating" };
  const expected = [cents(offer?.rating), offer?.ratingCount ?? null, day];
  compare(findings, { ...about, stored: [cents(summary.rating), summary.rating_count, day], expected });
  if (country === undefined) return;
  const starsDay = dayOf(summary.breakdown_as_of ?? summary.metrics_as_of);
  const starsCountry = (await someStorefront(comparing, starsDay, reading)) ?? country;
  await compareStars(comparing, { app, country: starsCountry, kind: "global stars" }, summary);
}

/** Returns a storefront that sold the app on a day: all show the same ratings. */
async function someStorefront(
  { shown }: Comparing,
  day: number,
  { app, availability }: AppReading,
): Promise<string | undefined> {
  const codes = ["us", "jp", "br", ...availability.map(({ country_code }) => country_code)];
  for (const country of codes) {
    if ((await shown.offer(day, app, country)) !== undefined) return country;
  }
  return undefined;
}

/** Each day keeps the number of ratings at its end; a missed day has none. */
function compareHistory(
  { findings, today, runDays, dateOf }: Comparing,
  { app, history, summary }: AppReading,
  { totals }: AppMemory,
): void {
  totals.set(today, summary.rating_count);
  for (let day = 0; day <= today; day += 1) {
    const point = history.find(({ date }) => date === dateOf(day));
    const expected = runDays.includes(day) ? totals.get(day) : null;
    const about = { day: today, app, place: dateOf(day), kind: "rating history" };
    compare(findings, { ...about, stored: point?.rating_count, expected });
  }
}

/** A day leaves no items to repair but those of storefronts that fail. */
function compareSync({ findings, today }: Comparing, { app, detail, sync }: AppReading): void {
  if (!detail.is_available) return;
  const about = { day: today, app, place: "sync-status", kind: "sync not completed" };
  const failed = sync.failed_items.filter(({ country_code }) => !isAppBlocked(today, app, country_code));
  compare(findings, { ...about, stored: [sync.status, failed], expected: ["completed", []] });
}
