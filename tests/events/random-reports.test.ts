import { inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { readDueReports } from "../../db/queries/events/readings.ts";
import { dueReports, eventBaselines, events } from "../../db/schema/events.ts";
import { appFactChanges } from "../../db/schema/facts.ts";
import { appStoreListingChanges } from "../../db/schema/listings.ts";
import { appOfferChanges } from "../../db/schema/metrics.ts";
import { countries } from "../../db/seeds/countries.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { factKeys } from "../../lib/domain/fact.ts";
import { listingChangeFields } from "../../lib/domain/listing-field.ts";
import { reportEvents } from "../../lib/events/report-events.ts";
import { byRun } from "../support/by-run.ts";
import { type TestDb, useDatabase } from "../support/database.ts";

const database = useDatabase();

const STREAMS = byRun({ usual: 200, long: 3_000 });
const READINGS = 5;
const seed = Date.now() % 1_000_000;
console.info(`events seed ${seed}`);
const random = seededRandom(seed);
const oneOf = <Of>(list: readonly [Of, ...Of[]]): Of => list[Math.floor(random() * list.length)] ?? list[0];

/** A row of changes as a table that keeps all of them has it. `event` names what it belongs to, or is null for no news. */
type Row = { readonly key: string; readonly appId: number; readonly event: string | null };

/** The rows that are in no event yet, and the groups of rows that events have taken, each by app, type and field. */
const waiting = new Map<number, Row[]>();
const expected: string[] = [];
let at = Date.UTC(2026, 2, 1);
let hash: Buffer;

beforeAll(async () => {
  const { db, sql: client } = database();
  const first = await addText(db);
  hash = first;
  const apps = await client<{ id: number }[]>`
    INSERT INTO apps (platform, external_id, last_synced_at)
    SELECT 'ios', 'stream.' || i, now() FROM generate_series(1, ${STREAMS}) i RETURNING id`;
  for (const { id } of apps) waiting.set(id, []);
  await db.insert(eventBaselines).values(apps.map(({ id }) => ({ appId: id, isAvailable: true, isFailing: false })));
});

async function addText(db: TestDb): Promise<Buffer> {
  await db.execute(
    sql`INSERT INTO listing_texts (sha256, body) VALUES (sha256('text'), 'text') ON CONFLICT DO NOTHING`,
  );
  const [row] = await database().sql<{ sha256: Buffer }[]>`SELECT sha256 FROM listing_texts WHERE body = 'text'`;
  if (row === undefined) throw new Error("The text was not saved.");
  return row.sha256;
}

type Drawn =
  | { readonly kind: "listing"; readonly row: typeof appStoreListingChanges.$inferInsert }
  | { readonly kind: "offer"; readonly row: typeof appOfferChanges.$inferInsert }
  | { readonly kind: "fact"; readonly row: typeof appFactChanges.$inferInsert };
type Change = Drawn & { readonly event: string | null };

function drawChange(appId: number): Change {
  at += 1;
  const detectedAt = new Date(at);
  const kind = random();
  if (kind < 0.6) {
    const fieldChanged = oneOf(listingChangeFields);
    const texts = { oldTextSha256: hash, newTextSha256: hash };
    const row = { appId, locale: oneOf(["en-US", "de-DE", "ja"]), fieldChanged, ...texts, detectedAt };
    return { kind: "listing", row, event: listingEvent(fieldChanged) };
  }
  if (kind < 0.75) return drawPrice({ appId, countryCode: oneOf(["us", "de", "jp"]), detectedAt });
  if (kind < 0.85) {
    const offer = { appId, countryCode: oneOf(["us", "de", "jp"]), detectedAt };
    const row = { ...offer, fieldChanged: "availability", isAvailable: random() < 0.5 } as const;
    return { kind: "offer", row, event: "app.availability_changed:" };
  }
  const key = oneOf(factKeys);
  const row = { appId, key, countryCode: "zz", validFrom: detectedAt, value: at, isFirst: false };
  return { kind: "fact", row, event: `app.fact_changed:${key}` };
}

function drawPrice(offer: { readonly appId: number; readonly countryCode: string; readonly detectedAt: Date }): Change {
  const [oldCurrency, newCurrency] = oneOf([
    ["USD", "USD"],
    ["BGN", "EUR"],
  ]);
  const row = { ...offer, fieldChanged: "price", oldPrice: 1, oldCurrency, newPrice: 2, newCurrency } as const;
  return { kind: "offer", row, event: oldCurrency === newCurrency ? "app.price_changed:" : null };
}

/** Writes some changes of some apps, as runs and sweeps do. */
async function writeChanges(): Promise<void> {
  const { db } = database();
  const drawn = [...waiting.keys()].flatMap((appId) =>
    Array.from({ length: Math.floor(random() * 5) }, () => drawChange(appId)),
  );
  const listings = drawn.filter((change) => change.kind === "listing");
  const offers = drawn.filter((change) => change.kind === "offer");
  const facts = drawn.filter((change) => change.kind === "fact");
  await write(listings, (rows) =>
    db
      .insert(appStoreListingChanges)
      .values(rows.map(({ row }) => row))
      .returning({ id: appStoreListingChanges.id }),
  );
  await write(offers, (rows) =>
    db
      .insert(appOfferChanges)
      .values(rows.map(({ row }) => row))
      .returning({ id: appOfferChanges.id }),
  );
  await write(facts, (rows) =>
    db
      .insert(appFactChanges)
      .values(rows.map(({ row }) => row))
      .returning({ id: appFactChanges.id }),
  );
}

/** PostgreSQL returns the ids of rows in the order in which they were given. */
async function write<Of extends Change>(
  changes: readonly Of[],
  insert: (changes: readonly Of[]) => Promise<readonly { readonly id: number }[]>,
): Promise<void> {
  for (let start = 0; start < changes.length; start += 1_000) {
    const part = changes.slice(start, start + 1_000);
    const ids = await insert(part);
    for (const [place, { row, event }] of part.entries()) {
      waiting.get(row.appId)?.push({ key: `${ids[place]?.id}`, appId: row.appId, event });
    }
  }
}

function listingEvent(field: (typeof listingChangeFields)[number]): string {
  if (field === "locale_added" || field === "locale_removed") return `listing.${field}:`;
  return `listing.changed:${field}`;
}

/** Some apps have ended their runs. What a table that groups all rows would make of them is noted. */
async function endRuns(share: number): Promise<void> {
  const { db } = database();
  const ended = [...waiting.keys()].filter(() => random() < share);
  if (ended.length === 0) return;
  await db.insert(dueReports).values(ended.map((appId) => ({ appId })));
  for (const appId of ended) {
    const news = (waiting.get(appId) ?? []).filter(({ event }) => event !== null);
    for (const [event, rows] of Map.groupBy(news, (row) => row.event)) {
      expected.push(
        `${appId} ${event} ${rows
          .map(({ key }) => key)
          .toSorted()
          .join(",")}`,
      );
    }
    waiting.set(appId, []);
  }
}

/** Reporters run at once, and some are killed between reading and saving. */
async function report(): Promise<void> {
  const { db } = database();
  const isDue = async () => (await db.select().from(dueReports).limit(1)).length > 0;
  for (let attempt = 0; attempt < 1_000 && (await isDue()); attempt += 1) {
    const fate = random();
    if (fate < 0.3) await readDueReports(db, { appId: null, appsMax: 50 });
    else if (fate < 0.6) await Promise.all([reportEvents({ db, countries }), reportEvents({ db, countries })]);
    else await reportEvents({ db, countries }, { appsMax: 1 + Math.floor(random() * 300) });
  }
}

async function storedGroups(): Promise<readonly string[]> {
  const { db } = database();
  const appIds = [...waiting.keys()];
  const stored = await db.select().from(events).where(inArray(events.appId, appIds));
  const rows = [
    ...(await db.select().from(appStoreListingChanges).where(inArray(appStoreListingChanges.appId, appIds))),
    ...(await db.select().from(appOfferChanges).where(inArray(appOfferChanges.appId, appIds))),
    ...(await db.select().from(appFactChanges).where(inArray(appFactChanges.appId, appIds))),
  ];
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  return stored.map(({ id, appId, type, field }) => {
    const keys = (byEvent.get(id) ?? []).map((row) => `${row.id}`);
    return `${appId} ${type}:${field ?? ""} ${keys.toSorted().join(",")}`;
  });
}

describe("[EVT-3] the events of random streams", () => {
  it(`are those of a naive grouping of all changes (seed ${seed})`, async () => {
    for (let reading = 0; reading < READINGS; reading += 1) {
      await writeChanges();
      await endRuns(reading === READINGS - 1 ? 1 : 0.6);
      await report();
    }

    expect([...(await storedGroups())].toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(STREAMS);
  });
});
