import { sql } from "drizzle-orm";
import * as z from "zod";

import { type Db, statement } from "../../db/statement.ts";
import { endpoints } from "../../functions/endpoints.ts";
import { TREND_POINTS } from "../../lib/domain/app-trends.ts";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { firstOfDays } from "../../lib/domain/days.ts";
import { DEFAULT_KEYWORD_LOCALE } from "../../lib/domain/keyword.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { callOperation, describeResponse, type OperationRequest, type Service } from "./call-operation.ts";

export type Reading = ReadonlyMap<string, string>;

const DAY_MS = 86_400_000;
const INVALID_INPUT = 422;
const SHOWN_CHARACTERS = 60;
/** These operations need competitors of the app, so they are read separately. */
const comparisons = ["compareKeywords", "compareKeywordRanks"];
const SERIES = "listKeywordRanks";

const namedContents = () => z.object({ name: z.string(), content: z.string() });

const readTables = statement({
  name: "read_tables",
  effect: "reads",
  row: namedContents,
  sql: () => sql`
    SELECT 'table ' || relname AS name, (xpath('//content/text()', query_to_xml(format(
      'SELECT count(*) || '' rows, digest '' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS content FROM %s t',
      oid::regclass), false, false, '')))[1]::text AS content
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
});

const readDefinitions = statement({
  name: "read_definitions",
  effect: "reads",
  row: namedContents,
  sql: () => sql`
    WITH relations AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT 'relation ' || r.relname AS name, concat_ws(' ', relkind, relpersistence, relowner::regrole, relacl,
      reloptions, pg_get_expr(relpartbound, r.oid), pg_get_indexdef(indexrelid), indisvalid, indisready) AS content
    FROM relations r LEFT JOIN pg_index ON indexrelid = r.oid
    UNION ALL
    SELECT format('column %s.%s', r.relname, attname), concat_ws(' ', attnum, format_type(atttypid, atttypmod),
      attnotnull, attidentity, attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid))
    FROM relations r JOIN pg_attribute ON attrelid = r.oid LEFT JOIN pg_attrdef ON adrelid = r.oid AND adnum = attnum
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT format('constraint %s of %s', conname, conrelid::regclass),
      concat_ws(' ', pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('trigger %s of %s', tgname, r.relname), concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
    FROM relations r JOIN pg_trigger t ON tgrelid = r.oid
    UNION ALL
    SELECT 'function ' || oid::regprocedure, concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proacl)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    UNION ALL
    SELECT 'schema public', concat_ws(' ', nspowner::regrole, nspacl) FROM pg_namespace WHERE nspname = 'public'`,
});

export async function readDatabase(db: Db): Promise<Reading> {
  const contents = [...(await readTables(db, {})), ...(await readDefinitions(db, {}))];
  return new Map(contents.map(({ name, content }) => [name, content]));
}

const checkBtrees = statement({
  name: "check_btrees",
  effect: "reads",
  returns: "count",
  sql: () => sql`
    SELECT bt_index_check(c.oid, true) FROM pg_class c JOIN pg_am m ON m.oid = relam
    WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = 'public'::regnamespace`,
});

/** The server throws if a B-tree index lacks a row of its table (amcheck). */
export function countIntactIndexes(db: Db): Promise<number> {
  return checkBtrees(db, {});
}

/** A poll without a cursor begins at the newest transaction, which changes with each request. */
const momentary = ["elapsed_ms", "expected_at", "lag_seconds", "last_used_at", "next_cursor"];

const subject = z.object({ platform: z.enum(platforms), external_id: z.string() });
const listedKeywords = z.object({ data: z.array(z.object({ keyword_id: z.int() })) });
const comparison = z.object({ parent: subject, competitors: z.array(z.object({ competitor_app_id: z.int() })) });

type ApiReading = { readonly service: Service; readonly now: Date; readonly signal: AbortSignal };

export async function readApi(input: ApiReading): Promise<Reading> {
  const { read, responses } = collectResponses(input);
  const readFirst = async <Row>(operation: string, row: z.ZodType<Row>): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (const platform of platforms) {
      const page = await read(operation, { query: { platform, per_page: 1 } });
      rows.push(...z.object({ data: z.array(row) }).parse(page).data);
    }
    return rows;
  };
  const [apps, publishers] = [await readFirst("listApps", subject), await readFirst("listPublishers", subject)];
  const newest = z.object({ data: z.array(z.object({ id: z.string() })) });
  const events = newest.parse(await read("listEvents", { query: { per_page: 1 } })).data;
  const keywords = await readSeries(apps, { ...input, read });
  const ownWebhooks = z.object({ data: z.array(z.object({ id: z.int() })) });
  const webhooks = ownWebhooks.parse(await read("listWebhooks", {})).data.slice(0, 1);
  const subjectsOf = (path: string) => {
    if (!path.includes("{")) return [{}];
    if (path.startsWith("/keywords/")) return keywords.map((id) => ({ keyword_id: id }));
    if (path.startsWith("/events/")) return events.map(({ id }) => ({ event_id: id }));
    if (path.startsWith("/webhooks/")) return webhooks.map(({ id }) => ({ webhook_id: id }));
    return path.startsWith("/apps/") ? apps : publishers;
  };

  const given = queries(input.now);
  const reads = endpoints.filter(({ contract, needs }) => contract.method === "GET" && needs !== "stores");
  for (const { operation, path } of reads.map(({ contract }) => contract)) {
    if (operation === SERIES || comparisons.includes(operation)) continue;
    for (const params of subjectsOf(path)) await read(operation, { params, query: given[operation] ?? {} });
  }
  for (const { parent, competitors } of await readFirst("listCompetitors", comparison)) {
    const app_ids = competitors.map(({ competitor_app_id }) => competitor_app_id);
    for (const operation of comparisons) await read(operation, { params: parent, query: { app_ids } });
  }
  return responses;
}

type Reader = { readonly read: (operation: string, request: OperationRequest) => Promise<unknown> };

/** Reads the ranks of the first tracked keywords of each app, and returns their ids. */
async function readSeries(apps: readonly z.infer<typeof subject>[], { read, now }: Reader & { readonly now: Date }) {
  const keywords: number[] = [];
  const to = utcDay(now);
  for (const params of apps) {
    const page = await read("listTrackedKeywords", { params, query: { include: ["trends"], per_page: 10 } });
    const ids = listedKeywords.parse(page).data.map(({ keyword_id }) => keyword_id);
    keywords.push(...ids);
    const query = { keyword_ids: ids, from: firstOfDays(TREND_POINTS, to), to };
    if (ids.length > 0) await read(SERIES, { params, query });
  }
  return keywords;
}

function collectResponses({ service, signal }: ApiReading) {
  const responses = new Map<string, string>();
  const read = async (operation: string, request: OperationRequest): Promise<unknown> => {
    signal.throwIfAborted();
    const response = await callOperation(service, operation, request);
    // A new operation may require more than `queries` gives it.
    if (response.status === INVALID_INPUT) throw new Error(describeResponse(operation, response));
    const body = JSON.stringify(response.body, (key, value) => (momentary.includes(key) ? undefined : value));
    responses.set(`${operation} ${JSON.stringify(request)}`, `${response.status} ${body}`);
    return response.body;
  };
  return { read, responses };
}

function queries(now: Date): Readonly<Record<string, OperationRequest["query"]>> {
  const yesterday = utcDay(new Date(now.getTime() - DAY_MS));
  const chart = { platform: platforms[0], collection: "top_free" };
  return {
    showListing: { country_code: DEFAULT_COUNTRY },
    compareListings: { locale: DEFAULT_KEYWORD_LOCALE, from: yesterday },
    // A request for today's chart would queue it if it is not stored.
    showChart: { ...chart, date: yesterday },
    showChartMovers: chart,
  };
}

export function compareReadings(before: Reading, after: Reading): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (is === undefined) return [`${name} is missing.`];
    if (was === undefined) return [`${name} was not there.`];
    if (was === is) return [];
    let same = 0;
    while (same < is.length && is[same] === was[same]) same += 1;
    const show = (content: string) =>
      content.slice(Math.max(0, same - SHOWN_CHARACTERS)).slice(0, 2 * SHOWN_CHARACTERS);
    return [`${name} has "${show(is)}" in place of "${show(was)}".`];
  });
}
