import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { passesFilter } from "../../db/queries/webhooks/filtered-events.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { type EventData, type EventType, eventFields, eventTypes, RANK_MILESTONES } from "../../lib/domain/event.ts";
import { type EventFilter, eventFilterSchema } from "../../lib/domain/event-filter.ts";
import { byRun } from "../support/by-run.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const PAIRS = byRun({ usual: 1_000, nightly: 5_000 });
const APPS = 4;
const codes = ["us", "de", "jp", "br"] as const;
const locales = ["en-US", "de-DE", "ja"] as const;

type Filtered = {
  readonly appId: number;
  readonly type: EventType;
  readonly field: string | null;
  readonly data: EventData;
};

/** Returns for each pair whether the event passes the filter. */
async function judge(pairs: readonly { readonly event: Filtered; readonly filter: EventFilter }[]) {
  const list = pairs.map(({ event: { appId, ...event }, filter }, place) => ({
    ...{ place, app_id: appId, ...event, filter },
  }));
  const event = { appId: sql`f.app_id`, type: sql`f.type`, field: sql`f.field`, data: sql`f.data` };
  const rows = await database().db.execute<{ passes: boolean }>(sql`
    SELECT ${passesFilter(sql`f.filter`, event)} AS passes
    FROM jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb)
      AS f (place integer, app_id integer, type text, field text, data jsonb, filter jsonb) ORDER BY place`);
  return rows.map(({ passes }) => passes);
}

const passes = async (event: Partial<Filtered>, filter: EventFilter) => {
  const whole: Filtered = { appId: 1, type: "listing.changed", field: null, data: {}, ...event };
  return (await judge([{ event: whole, filter: eventFilterSchema().parse(filter) }]))[0];
};

const price = (...countries: readonly (readonly [string, string | null, string | null])[]): Partial<Filtered> => ({
  type: "app.price_changed",
  data: { countries: countries.map(([country_code, before, after]) => ({ country_code, before, after })) },
});
const ranks = (rank: number | null, previous_rank: number | null, country_code = "us"): Partial<Filtered> => ({
  type: "keyword.rank_changed",
  data: { keywords: [{ keyword_id: 1, term: "notes", country_code, rank, previous_rank, window: 200 }] },
});

describe("[HOOK-22] the filter of a webhook", () => {
  it("without a condition lets every event pass", async () => {
    expect(await passes({}, {})).toBe(true);
  });

  it("asks for one of its apps, fields and languages", async () => {
    const event: Partial<Filtered> = {
      appId: 7,
      field: "title",
      data: { languages: [{ locale: "de-DE", fallback_of: null }] },
    };
    expect(await passes(event, { app_ids: [1, 7], fields: ["title"], locales: ["ja", "de-DE"] })).toBe(true);
    expect(await passes(event, { app_ids: [1] })).toBe(false);
    expect(await passes(event, { fields: ["subtitle"] })).toBe(false);
    expect(await passes(event, { locales: ["ja"] })).toBe(false);
    expect(await passes({ field: null }, { fields: ["title"] })).toBe(false);
  });

  it("asks for a price that goes down or up in one of its storefronts", async () => {
    const event = price(
      ["us", "1.99 USD", "2.99 USD"],
      ["de", "9.99 EUR", "10.49 EUR"],
      ["jp", "120.00 JPY", "80.00 JPY"],
    );
    expect(await passes(event, { price_direction: "down" })).toBe(true);
    expect(await passes(event, { price_direction: "down", country_codes: ["us", "de"] })).toBe(false);
    expect(await passes(event, { price_direction: "up", country_codes: ["de"] })).toBe(true);
    expect(
      await passes(
        { type: "app.price_changed", data: { before: "0.00 USD", after: "1.00 USD" } },
        { price_direction: "up" },
      ),
    ).toBe(true);
  });

  it("asks for a rating that falls by a step", async () => {
    const fell = { type: "rating.changed", data: { previous_rating: 4.5, rating: 4.3 } } as const;
    expect(await passes(fell, { min_rating_drop: 0.2 })).toBe(true);
    expect(await passes(fell, { min_rating_drop: 0.21 })).toBe(false);
    const rose = { type: "rating.changed", data: { previous_rating: 4.3, rating: 4.5 } } as const;
    expect(await passes(rose, { min_rating_drop: 0.05 })).toBe(false);
  });

  it("asks for a rank that moves by a step or across a milestone", async () => {
    expect(await passes(ranks(8, 14), { min_rank_change: 6 })).toBe(true);
    expect(await passes(ranks(8, 14), { min_rank_change: 7 })).toBe(false);
    expect(await passes(ranks(8, 14), { min_rank_change: 7, rank_milestones: [10] })).toBe(true);
    expect(await passes(ranks(null, 10), { rank_milestones: [10] })).toBe(true);
    expect(await passes(ranks(12, 14), { rank_milestones: [1, 10] })).toBe(false);
    expect(await passes(ranks(1, 2, "de"), { rank_milestones: [1], country_codes: ["us"] })).toBe(false);
  });

  it("holds back no event of another type for a direction or a step", async () => {
    const filter: EventFilter = { price_direction: "down", min_rating_drop: 1, min_rank_change: 50 };
    expect(await passes({ type: "app.version_released" }, filter)).toBe(true);
  });

  const seed = Date.now() % 1_000_000;
  it(`equals a naive predicate for ${PAIRS} random events (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const pairs = Array.from({ length: PAIRS }, () => ({ event: randomEvent(random), filter: randomFilter(random) }));
    const judged = await judge(pairs);

    const wrong = pairs.filter(({ event, filter }, place) => judged[place] !== isWanted(event, filter));
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(judged.filter(Boolean).length).toBeGreaterThan(PAIRS / 20);
    expect(judged.filter((one) => !one).length).toBeGreaterThan(PAIRS / 20);
  });
});

type Random = () => number;

function oneOf<Value>(random: Random, values: readonly [Value, ...Value[]] | readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to choose from.");
  return value;
}

const maybe = <Value>(random: Random, share: number, make: () => Value) => (random() < share ? make() : undefined);
const some = <Value>(random: Random, values: readonly Value[]) => {
  const chosen = values.filter(() => random() < 0.5);
  return chosen.length === 0 ? values.slice(0, 1) : chosen;
};
const amount = (random: Random) => maybe(random, 0.9, () => `${Math.floor(random() * 4)}.99 USD`) ?? null;
const rankOf = (random: Random) => maybe(random, 0.8, () => 1 + Math.floor(random() * 120)) ?? null;

function randomEvent(random: Random): Filtered {
  const type = oneOf(random, eventTypes);
  const field = type === "listing.changed" || type === "app.fact_changed" ? oneOf(random, eventFields) : null;
  return { appId: 1 + Math.floor(random() * APPS), type, field, data: randomData(random, type) };
}

function randomData(random: Random, type: EventType): EventData {
  const list = <Entry>(make: () => Entry) => Array.from({ length: Math.floor(random() * 4) }, make);
  const rank = () => ({
    ...{ country_code: oneOf(random, codes), rank: rankOf(random), previous_rank: rankOf(random), window: 100 },
  });
  if (type === "chart.rank_changed") {
    return { charts: list(() => ({ ...rank(), collection: "top_free" as const, category_id: 1 })) };
  }
  if (type === "keyword.rank_changed") return { keywords: list(() => ({ ...rank(), keyword_id: 1, term: "notes" })) };
  if (type === "rating.changed") {
    const rating = () => maybe(random, 0.9, () => Math.round(random() * 500) / 100) ?? null;
    return { rating: rating(), previous_rating: rating(), countries_total: 3 };
  }
  if (type.startsWith("listing.")) {
    return { languages: list(() => ({ locale: oneOf(random, locales), fallback_of: null })) };
  }
  const places = list(() => ({ country_code: oneOf(random, codes), before: amount(random), after: amount(random) }));
  return { before: amount(random), after: amount(random), countries: places, countries_total: places.length };
}

function randomFilter(random: Random): EventFilter {
  const share = 0.2;
  const filter = {
    app_ids: maybe(random, share, () => some(random, [1, 2, 3, 4])),
    country_codes: maybe(random, share, () => some(random, codes)),
    locales: maybe(random, share / 2, () => some(random, locales)),
    fields: maybe(random, share / 2, () => some(random, eventFields)),
    price_direction: maybe(random, share, () => oneOf(random, ["down", "up"] as const)),
    min_rating_drop: maybe(random, share, () => 0.05 + Math.round(random() * 100) / 100),
    min_rank_change: maybe(random, share, () => 1 + Math.floor(random() * 40)),
    rank_milestones: maybe(random, share, () => some(random, RANK_MILESTONES)),
  };
  return eventFilterSchema().parse(JSON.parse(JSON.stringify(filter)));
}

/** The filter once more, as its description says it. */
function isWanted(event: Filtered, filter: EventFilter): boolean {
  return isNamed(event, filter) && hasFallen(event, filter) && hasPlace(event, filter);
}

function isNamed({ appId, field, data }: Filtered, { app_ids, fields, locales: wanted }: EventFilter): boolean {
  const shown = (data.languages ?? []).map(({ locale }) => locale);
  return (
    (app_ids === undefined || app_ids.includes(appId)) &&
    (fields === undefined || fields.some((one) => one === field)) &&
    (wanted === undefined || wanted.some((one) => shown.includes(one)))
  );
}

function hasFallen({ type, data }: Filtered, { min_rating_drop: step }: EventFilter): boolean {
  if (type !== "rating.changed" || step === undefined) return true;
  const { rating = null, previous_rating: previous = null } = data;
  return rating !== null && previous !== null && previous - rating >= step - 1e-9;
}

function hasPlace({ type, data }: Filtered, filter: EventFilter): boolean {
  const isPlace = ({ country_code: code }: { readonly country_code: string | null }) =>
    filter.country_codes === undefined || (code !== null && filter.country_codes.includes(code));
  const moves = data.charts ?? data.keywords;
  if (moves !== undefined)
    return asksOfRanks(filter) ? moves.some((one) => isPlace(one) && isMoved(one, filter)) : true;
  const places = data.countries ?? [];
  if (type !== "app.price_changed") return filter.country_codes === undefined || places.some(isPlace);
  if (filter.country_codes === undefined && filter.price_direction === undefined) return true;
  const whole = { country_code: null, before: data.before ?? null, after: data.after ?? null };
  return (places.length === 0 ? [whole] : places).some((one) => isPlace(one) && goes(one, filter));
}

function asksOfRanks({ country_codes, min_rank_change, rank_milestones }: EventFilter): boolean {
  return country_codes !== undefined || min_rank_change !== undefined || rank_milestones !== undefined;
}

function goes({ before, after }: { before: string | null; after: string | null }, { price_direction }: EventFilter) {
  if (price_direction === undefined) return true;
  if (before === null || after === null) return false;
  const difference = Number.parseFloat(after) - Number.parseFloat(before);
  return price_direction === "down" ? difference < 0 : difference > 0;
}

type Move = { readonly rank: number | null; readonly previous_rank: number | null; readonly window: number };

function isMoved(
  { rank, previous_rank, window }: Move,
  { min_rank_change: step, rank_milestones: milestones }: EventFilter,
) {
  if (step === undefined && milestones === undefined) return true;
  const [now, before] = [rank ?? window + 1, previous_rank ?? window + 1];
  if (step !== undefined && Math.abs(now - before) >= step) return true;
  return (milestones ?? []).some((milestone) => now <= milestone !== before <= milestone);
}
