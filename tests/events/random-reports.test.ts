import { inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { readDueReports } from "../../db/queries/events/readings.ts";
import { dueReports, eventBaselines, events } from "../../db/schema/events.ts";
import { appFactChanges } from "../../db/schema/facts.ts";
import { appStoreListingChanges } from "../../db/schema/listings.ts";
import { appOfferChanges } from "../../db/schema/metrics.ts";
import { countries } from "../../db/seeds/countries.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { reportEvents } from "../../lib/events/report-events.ts";
import { byRun } from "../support/by-run.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { type Change, drawChanges, type Row } from "./draw-changes.ts";

const database = useDatabase();

const STREAMS = byRun({ usual: 200, nightly: 3_000 });
const READINGS = 5;
const seed = Date.now() % 1_000_000;
console.info(`events seed ${seed}`);
const random = seededRandom(seed);
const drawChange = drawChanges(random);

/** The rows that are in no event yet, and the groups of rows that events have taken, each by app, type and field. */
const waiting = new Map<number, Row[]>();
const expected: string[] = [];
let texts: readonly Buffer[];

beforeAll(async () => {
  const { db, sql: client } = database();
  texts = [await addText(db, "0"), await addText(db, "1"), await addText(db, "2")];
  const apps = await client<{ id: number }[]>`
    INSERT INTO apps (platform, external_id, last_synced_at)
    SELECT 'ios', 'stream.' || i, now() FROM generate_series(1, ${STREAMS}) i RETURNING id`;
  for (const { id } of apps) waiting.set(id, []);
  await db.insert(eventBaselines).values(apps.map(({ id }) => ({ appId: id, isAvailable: true, isFailing: false })));
});

async function addText(db: TestDb, body: string): Promise<Buffer> {
  await db.execute(
    sql`INSERT INTO listing_texts (sha256, body) VALUES (sha256(${body}), ${body}) ON CONFLICT DO NOTHING`,
  );
  const [row] = await database().sql<{ sha256: Buffer }[]>`SELECT sha256 FROM listing_texts WHERE body = ${body}`;
  if (row === undefined) throw new Error("The text was not saved.");
  return row.sha256;
}

/** Writes some changes of some apps, as runs and sweeps do. */
async function writeChanges(): Promise<void> {
  const { db } = database();
  const drawn = [...waiting.keys()].flatMap((appId) =>
    Array.from({ length: Math.floor(random() * 5) }, () => drawChange(appId, texts)),
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
    for (const [index, { row, event, place, before, after }] of part.entries()) {
      waiting.get(row.appId)?.push({ key: `${ids[index]?.id}`, event, place, before, after });
    }
  }
}

/** Some apps have ended their runs. What a table that groups all rows would make of them is noted. */
async function endRuns(share: number): Promise<void> {
  const { db } = database();
  const ended = [...waiting.keys()].filter(() => random() < share);
  if (ended.length === 0) return;
  await db.insert(dueReports).values(ended.map((appId) => ({ appId })));
  for (const appId of ended) {
    const news = (waiting.get(appId) ?? []).filter(({ event }) => event !== null);
    for (const [event, changed] of Map.groupBy(news, (row) => row.event)) {
      const rows = withoutRestored(changed);
      if (rows.length === 0) continue;
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

function withoutRestored(rows: readonly Row[]): readonly Row[] {
  return [...Map.groupBy(rows, ({ place }) => place).values()]
    .filter((ofPlace) => ofPlace[0]?.before !== ofPlace.at(-1)?.after)
    .flat();
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
