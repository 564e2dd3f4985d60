import type { AppMemory } from "./app-memory.ts";
import { OWN_STOREFRONT } from "./compare-availability.ts";
import { type Comparing, cents } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { AppReading } from "./read-api.ts";

type Row = AppReading["prices"][number];
type Priced = { readonly day: number; readonly price: number; readonly currency: string | null };

/**
 * Compares each storefront's price and its periods with what the storefront showed on the days on which it was read.
 */
export async function comparePrices(comparing: Comparing, reading: AppReading, memory: AppMemory): Promise<void> {
  const { app, prices } = reading;
  const { findings, today } = comparing;
  for (const row of prices) {
    const about = { day: today, app, place: row.country_code ?? "global" };
    if (row.country_code !== null) await comparePrice(comparing, app, { ...row, country: row.country_code }, memory);
    else compare(findings, { ...about, kind: "price without a storefront", stored: null, expected: "a storefront" });
  }
  await compareMissing(comparing, reading);
}

async function comparePrice(
  { findings, shown, today, dayOf }: Comparing,
  app: AppReading["app"],
  row: Row & { readonly country: string },
  memory: AppMemory,
): Promise<void> {
  const about = { day: today, app, place: row.country };
  const day = dayOf(row.as_of);
  const offer = await shown.offer(day, app, row.country);
  const price = cents(offer?.price);
  const before = memory.prices.get(row.country) ?? [];
  if (price === null) {
    const expected = `day ${before.at(-1)?.day}`;
    compare(findings, { ...about, kind: "price dated to a day without it", stored: `day ${day}`, expected });
  }
  const read = price === null ? before : withRead(before, { day, price, currency: offer?.currency ?? null });
  noteChange(memory, row.country, before.at(-1), read.at(-1));
  memory.prices.set(row.country, read);

  const stored = row.periods.map((one) => `${one.price} ${one.currency} since day ${dayOf(one.since)}`);
  const periods = read.filter((one, index) => !isSame(one, read[index - 1]));
  const expected = periods.map((one) => `${one.price} ${one.currency} since day ${one.day}`).toReversed();
  compare(findings, { ...about, kind: "price", stored, expected });
}

function withRead(before: readonly Priced[], read: Priced): readonly Priced[] {
  return before.at(-1)?.day === read.day ? before : [...before, read];
}

function noteChange(memory: AppMemory, place: string, before: Priced | undefined, now: Priced | undefined): void {
  if (before === undefined || now === undefined || isSame(now, before)) return;
  const [old, current] = [before, now].map(({ price, currency }) => `${price.toFixed(2)} ${currency}`);
  memory.expect({ day: now.day, field: "price", place, old: old ?? null, new: current ?? null });
}

function isSame(one: Priced, other: Priced | undefined): boolean {
  return one.price === other?.price && one.currency === other.currency;
}

/**
 * The response has the price of each storefront that sells the app at a price, as of its last read; on Google Play that
 * of the own storefront alone.
 */
async function compareMissing(
  { findings, shown, today, dayOf }: Comparing,
  { app, availability, prices }: AppReading,
): Promise<void> {
  for (const row of availability) {
    if (row.is_available !== true || row.as_of === null) continue;
    if (app.platform === "android" && row.country_code !== OWN_STOREFRONT) continue;
    const day = dayOf(row.as_of);
    const offer = await shown.offer(day, app, row.country_code);
    const found = prices.find(({ country_code }) => country_code === row.country_code);
    const about = { day: today, app, place: row.country_code, kind: "price of a storefront's last read" };
    const expected = offer?.price == null ? null : day;
    compare(findings, { ...about, stored: found === undefined ? null : dayOf(found.as_of), expected });
  }
}
