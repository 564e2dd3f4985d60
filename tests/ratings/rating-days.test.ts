import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { listRatingDays } from "../../db/queries/metrics/rating-days.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import type { Db } from "../../db/statement.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { expandRatingDays } from "../../lib/domain/rating-days.ts";
import { byRun } from "../support/by-run.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { observationOf, observe } from "../support/rating-history.ts";
import { type Coverage, NaiveStorefront, naiveHistory, type Ratings } from "./naive-history.ts";

const database = useDatabase();

const seed = Math.floor(Math.random() * 2 ** 31);
const random = seededRandom(seed);
const chance = (probability: number) => random() < probability;
const below = (bound: number) => Math.floor(random() * bound);

/** Each with a stream of observations in each of three storefronts: 5,001 by night. */
const APPS = byRun({ usual: 14, nightly: 1_667 });
const ARRIVALS = 30;
const DAYS = 16;
/** The first of the days that are read. */
const FROM = 5;
const DAY_MS = 86_400_000;
const STARTS_AT = Date.parse("2026-03-25T00:00:00Z");
const codes = ["de", "jp", "us"];
const dates = Array.from({ length: DAYS }, (_, day) => new Date(STARTS_AT + day * DAY_MS).toISOString().slice(0, 10));

type Stream = {
  readonly appId: number;
  readonly storefronts: ReadonlyMap<string, NaiveStorefront>;
  readonly coverage: readonly (Coverage | undefined)[];
  readonly seen: Map<string, Ratings | null>;
};

it(`the daily history of ratings is that of a table of all days, for ${APPS * codes.length} streams of observations (seed ${seed})`, async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date(STARTS_AT));
  const streams = await createStreams(db);
  for (let arrival = 0; arrival < ARRIVALS; arrival += 1) await store(db, streams, arrivalTime(arrival));

  // Other tests check the rows of the statement against their schema.
  const unchecked: Db = { run: db.run, checksRows: false };
  for (const some of chunksOf(streams, 8)) await Promise.all(some.map((stream) => expectNaive(unchecked, stream)));
});

async function createStreams(db: TestDb): Promise<readonly Stream[]> {
  const created = await db.execute<{ id: number }>(sql`
    INSERT INTO apps (platform, external_id) SELECT 'ios', n::text FROM generate_series(1, ${APPS}::int) n RETURNING id`);
  const streams = created.map(
    ({ id }): Stream => ({
      appId: id,
      storefronts: new Map(codes.map((code) => [code, new NaiveStorefront(STARTS_AT, DAYS)])),
      coverage: dates.map(() => (chance(0.75) ? drawCoverage() : undefined)),
      seen: new Map(),
    }),
  );
  const rows = streams.flatMap(({ appId, coverage }) =>
    coverage.flatMap((covered, day) =>
      covered ? [{ app_id: appId, day: dates[day], missing: covered.missing, later: covered.rotatedOut }] : [],
    ),
  );
  await db.execute(sql`INSERT INTO app_metric_coverage (app_id, day, missing_country_codes, rotated_out_country_codes)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS c(app_id int, day date, missing text[], later text[])`);
  return streams;
}

/** Each storefront is read, or missing, or is rotated out. */
function drawCoverage(): Coverage {
  const missing = codes.filter(() => chance(0.2));
  return { missing, rotatedOut: codes.filter((code) => !missing.includes(code) && chance(0.3)) };
}

/** Arrivals follow each other over the days; a quarter of them are of up to three days before. */
function arrivalTime(arrival: number): number {
  const late = chance(0.25) ? below(3 * DAY_MS) : 0;
  const at = STARTS_AT + Math.floor(((arrival + random()) / ARRIVALS) * DAYS * DAY_MS) - late;
  // Whole minutes, so that a point that follows another by a microsecond is of the same day.
  return Math.floor(at / 60_000) * 60_000;
}

/** A third of the apps is observed at a time, each in some storefronts; what was seen before often arrives again. */
async function store(db: TestDb, streams: readonly Stream[], at: number): Promise<void> {
  const observations = streams
    .filter(() => chance(1 / 3))
    .flatMap((stream) =>
      codes
        .filter(() => chance(0.5))
        .map((code) => {
          const earlier = stream.seen.get(code);
          const seen = earlier !== undefined && chance(0.3) ? earlier : draw();
          stream.seen.set(code, seen);
          stream.storefronts.get(code)?.observe(at, seen);
          return observationOf(stream.appId, code, seen);
        }),
    );
  await observe(db, { at: new Date(at), observations });
}

/** Returns ratings, with stars or without, or that the app is not available. */
function draw(): Ratings | null {
  if (chance(0.1)) return null;
  const count = below(1_000);
  const rating = count === 0 ? null : (100 + below(401)) / 100;
  return { rating, count, stars: chance(0.4) ? Array.from({ length: 5 }, () => below(200)) : null };
}

async function expectNaive(db: Db, stream: Stream): Promise<void> {
  const some = stream.appId % 3 === 0 ? codes.filter((_, index) => index !== stream.appId % 7) : null;
  const changes = await listRatingDays(db, {
    appId: stream.appId,
    countryCodes: some && codeArray(some),
    from: dates[FROM] ?? "",
    to: dates.at(-1) ?? "",
  });

  const expanded = expandRatingDays(changes, dates.slice(FROM));
  const expected = naiveHistory(stream, some ?? codes, FROM, dates);

  // A tenth of the time that it takes to compare by `toEqual`, which says what differs.
  if (!isDeepStrictEqual(expanded, expected)) expect(expanded, `app ${stream.appId}`).toEqual(expected);
}

function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
