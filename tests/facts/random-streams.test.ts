import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { factWrites, foundFacts } from "../../db/queries/facts/fact-writes.ts";
import { recordset } from "../../db/recordset.ts";
import { apps } from "../../db/schema/apps.ts";
import { appFactChanges, appFacts, appRelatedLists } from "../../db/schema/facts.ts";
import { statement } from "../../db/statement.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { byRun } from "../support/by-run.ts";
import { useDatabase } from "../support/database.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

const STREAMS = byRun({ usual: 300, nightly: 3_000 });
const DAYS = 14;
const seed = Date.now() % 1_000_000;
console.info(`facts seed ${seed}`);

const response = { app_id: apps.id, country_code: sql<string>`char(2)`, ...foundFacts };
type Response = Parameters<typeof recordset<typeof response>>[1][number];

const saveFacts = statement({
  name: "save_facts",
  effect: "writes",
  build: ({ responses, at }: { readonly responses: readonly Response[]; readonly at: Date }) => sql`
    WITH ${factWrites(recordset(response, responses), { platform: "ios", observedAt: at })} SELECT 1`,
});

/** The values that a fact takes. Those in one inner list are the same to a reader of the store. */
const values: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  name: [["One"], ["Two"]],
  publisher: [[{ id: "1", name: "A" }], [{ id: "1", name: "B" }], [{ id: "2", name: "A" }]],
  category: [
    [
      { id: "1", name: "Games" },
      { id: "1", name: "Spiele" },
    ],
    [{ id: "2", name: "Games" }],
  ],
  categories: [
    [[{ id: "1", name: "Games" }], [{ id: "1", name: "Spiele" }]],
    [
      [
        { id: "1", name: "Games" },
        { id: "2", name: "Fun" },
      ],
    ],
  ],
  size_bytes: [[1], [2]],
  in_app_purchases: [[null], [{ items: [{ name: "Pro", price: null }] }], [{ items: [{ name: "Pro", price: "$1" }] }]],
  ads: [[true], [false]],
  privacy: [
    [
      [{ id: "A", title: "a", categories: [{ id: "1", title: "x" }] }],
      [{ id: "A", title: "b", categories: [{ id: "1", title: "y" }] }],
    ],
    [[{ id: "A", title: "a", categories: [] }]],
  ],
  accessibility: [[null], [[{ id: "v", title: "Voice" }], [{ id: "v", title: "Sprache" }]]],
};
const ofStorefront = new Set(["name", "size_bytes", "in_app_purchases"]);

/** A row of a table that keeps every read. */
type NaiveRow = {
  readonly key: string;
  readonly place: string;
  readonly meaning: number;
  readonly value: unknown;
  readonly day: number;
};

function streamOf(appId: number, random: () => number) {
  const days = Array.from({ length: DAYS }, (_, day) => (random() < 0.25 ? undefined : readingOn(day, random)));
  const readings = days.filter((reading) => reading !== undefined);
  return {
    appId,
    rows: readings.flatMap(({ rows }) => rows),
    lists: readings.flatMap(({ day, ids }) => (ids === null ? [] : [{ day, ids }])),
    days: days.map((reading) => reading && { app_id: appId, ...responseOf(reading) }),
  };
}

function readingOn(day: number, random: () => number) {
  const country = random() < 0.85 ? "us" : "de";
  const pick = <Of>(list: readonly Of[]) => Math.floor(random() * list.length);
  const rows = Object.entries(values)
    .filter(() => random() < 0.7)
    .map(([key, meanings]): NaiveRow => {
      const meaning = pick(meanings);
      const same = meanings[meaning] ?? [];
      return { key, place: ofStorefront.has(key) ? country : "zz", meaning, value: same[pick(same)], day };
    });
  const ids = random() < 0.5 ? relatedIds(random) : null;
  return { day, country, rows, ids };
}

function relatedIds(random: () => number): readonly string[] {
  return ["5", "6", "7"].filter(() => random() < 0.8).toSorted(() => random() - 0.5);
}

function responseOf({ country, rows, ids }: ReturnType<typeof readingOn>) {
  const facts = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const similar = ids?.map((id) => ({ external_id: id, name: `App ${id}`, subtitle: null })) ?? null;
  return { country_code: country, facts, similar };
}

const at = (day: number) => new Date(Date.UTC(2026, 3, 1 + day, 12));
const dayText = (day: number) => at(day).toISOString().slice(0, 10);

/** The first row of each run of rows that mean the same, in each place. */
function expectedChanges(rows: readonly NaiveRow[]) {
  return [...Map.groupBy(rows, ({ key, place }) => `${key} ${place}`).values()].flatMap((ofPlace) =>
    ofPlace
      .filter((row, index) => ofPlace[index - 1]?.meaning !== row.meaning)
      .map(({ key, place, value, day }, index) => ({
        key,
        countryCode: place,
        value,
        validFrom: at(day),
        isFirst: index === 0,
      })),
  );
}

function expectedFacts(rows: readonly NaiveRow[]) {
  return Object.fromEntries(rows.map(({ key, place, value }) => [key, { value, country_code: place }]));
}

function expectedDays({ rows, lists }: Pick<ReturnType<typeof streamOf>, "rows" | "lists">) {
  const read = [
    ...rows.map(({ key, day }) => [key, day] as const),
    ...lists.map(({ day }) => ["similar", day] as const),
  ];
  return Object.fromEntries(read.map(([key, day]) => [key, dayText(day)]));
}

function expectedLists(lists: ReturnType<typeof streamOf>["lists"]) {
  const isSame = (a: readonly string[], b: readonly string[] | undefined) =>
    b !== undefined && a.toSorted().join() === b.toSorted().join();
  return lists
    .filter(({ ids }, index) => !isSame(ids, lists[index - 1]?.ids))
    .map(({ day, ids }) => ({ validFrom: at(day), externalIds: [...ids] }));
}

describe("facts of many apps, with gaps and absent shelves", () => {
  it(`[FCT-1 FCT-2 FCT-4] equal a table of every read, in ${STREAMS} streams`, async () => {
    const { db } = database();
    const random = seededRandom(seed);
    const created = await db
      .insert(apps)
      .values(
        Array.from({ length: STREAMS }, (_, n) => ({
          platform: "ios" as const,
          externalId: `${n + 1_000}`,
          name: "App",
        })),
      )
      .returning({ id: apps.id });
    const streams = created.map(({ id }) => streamOf(id, random));
    for (let day = 0; day < DAYS; day += 1) {
      await saveFacts(db, { at: at(day), responses: streams.flatMap(({ days }) => days[day] ?? []) });
    }

    const ids = created.map(({ id }) => id);
    const changes = Map.groupBy(
      await db.select().from(appFactChanges).where(inArray(appFactChanges.appId, ids)),
      ({ appId }) => appId,
    );
    const current = new Map(
      (await db.select().from(appFacts).where(inArray(appFacts.appId, ids))).map((row) => [row.appId, row]),
    );
    const related = Map.groupBy(
      await db.select().from(appRelatedLists).where(eq(appRelatedLists.kind, "similar")),
      ({ appId }) => appId,
    );
    const order = (rows: readonly { readonly key: string; readonly countryCode: string; readonly validFrom: Date }[]) =>
      rows.toSorted((a, b) =>
        `${a.key} ${a.countryCode} ${a.validFrom.toISOString()}`.localeCompare(
          `${b.key} ${b.countryCode} ${b.validFrom.toISOString()}`,
        ),
      );
    for (const { appId, rows, lists } of nonEmpty(streams)) {
      const stored = (changes.get(appId) ?? []).map(({ id: _id, appId: _app, eventId: _event, ...row }) => row);
      expect(order(stored)).toEqual(order(expectedChanges(rows)));
      expect(current.get(appId)?.facts ?? {}).toEqual(expectedFacts(rows));
      expect(current.get(appId)?.readOn ?? {}).toEqual(expectedDays({ rows, lists }));
      const storedLists = (related.get(appId) ?? []).map(({ validFrom, externalIds }) => ({ validFrom, externalIds }));
      expect(storedLists.toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())).toEqual(
        expectedLists(lists),
      );
    }
  });
});
