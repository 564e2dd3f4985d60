import * as z from "zod";

import type { OperationExample } from "../../../lib/http/openapi-example.ts";

const ROWS_MAX = 3;

/** Another field states the length of these lists. */
const neverCut: readonly string[] = ["failed_items"];

const BEGINNING = "2026-03-09T08:00:00Z";
/** Transactions and their events differ from one recording to the next. */
const texts: Readonly<Record<string, string>> = { next_cursor: "MS43NDg5LjQ3MTE" };
const times: Readonly<Record<string, string>> = {
  created_at: BEGINNING,
  updated_at: "2026-03-09T08:00:20Z",
  started_at: "2026-03-09T08:00:02Z",
  fetched_at: "2026-03-09T08:00:09Z",
  texts_as_of: "2026-03-09T08:00:09Z",
  page_as_of: "2026-03-09T08:00:09Z",
  last_attempted_at: "2026-03-09T08:00:12Z",
  last_synced_at: "2026-03-09T08:00:14Z",
  metrics_as_of: "2026-03-09T08:00:14Z",
  completed_at: "2026-03-09T08:00:15Z",
  next_retry_at: "2026-03-09T08:05:12Z",
  detected_at: "2026-03-09T08:00:09Z",
  occurred_at: "2026-03-09T08:00:09Z",
  reported_at: "2026-03-09T08:00:16Z",
  from: "2026-03-09T00:00:00Z",
  to: "2026-03-09T12:00:00Z",
  next_attempt_at: "2026-03-09T08:00:16Z",
  previous_secret_until: "2026-03-10T08:00:20Z",
  events_until: "2026-03-09T08:00:16Z",
  shown_since: "2026-03-09T08:00:09Z",
  starts_at: "2026-03-09T08:10:15Z",
  expires_at: "2099-12-31T23:59:59Z",
};
/** The newest of these days becomes LAST_DAY, and the others keep their distance to it. */
const dateKeys: readonly string[] = [
  ...["snapshot_date", "date", "from", "to", "at", "compared_with", "read_on"],
  ...["first_day", "last_day", "measured_on", "day"],
];
const LAST_DAY = "2026-03-09";
const ELAPSED_MS = 13_000;
const TOKEN = "1|an-example-which-opens-nothing-at-all-00000";

/** The port differs from one recording to the next, too. */
const FEED_ADDRESS = "http://127.0.0.1:3000/feeds/an-example-which-opens-nothing-at-all-00000";

const calendarDate = /^\d{4}-\d\d-\d\d$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const dayInLink = /(?<=[?&])(\w+)=(\d{4}-\d\d-\d\d)(?=&|$)/g;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const eventId = /^evt_\d+$/;
const feedAddress = /^http:\/\/127\.0\.0\.1:\d+\/feeds\/[\w-]{43}\.(atom|json)$/;
const secrets = [
  { pattern: /^\d+\|[\w-]{43}$/, stable: TOKEN },
  { pattern: /^whsec_/, stable: "whsec_YW4tZXhhbXBsZS13aGljaC1vcGVucy1ub3RoaW5nLWF0LWFsbA==" },
];
const row = z.record(z.string(), z.unknown());

/**
 * Replaces values that differ from one recording to the next. Ids of listings, changes and events differ because rows
 * are stored in the order of the store's responses.
 */
export function makeStable(examples: readonly OperationExample[]): readonly OperationExample[] {
  const runs = numbering();
  const listings = numbering();
  const changes = numbering();
  const events = numbering();
  const shift = Date.parse(LAST_DAY) - Date.parse(newestDay(examples) ?? LAST_DAY);

  const shifted = (date: string) => dayOf(Date.parse(date) + shift);

  const shiftedLink = (link: string, name: string, date: string) =>
    isDay(name, date) ? `${name}=${shifted(date)}` : link;

  function stableText(key: string, value: string): string {
    const secret = secrets.find(({ pattern }) => pattern.test(value));
    if (secret !== undefined) return secret.stable;
    if (uuid.test(value)) return `00000000-0000-4000-8000-${String(runs(value)).padStart(12, "0")}`;
    if (eventId.test(value)) return `evt_${events(value)}`;
    if (rfc3339.test(value)) return times[key] ?? BEGINNING;
    if (isDay(key, value)) return shifted(value);
    return texts[key] ?? value.replace(feedAddress, `${FEED_ADDRESS}.$1`).replaceAll(dayInLink, shiftedLink);
  }

  function stable(value: unknown, key: string): unknown {
    if (typeof value === "string") return stableText(key, value);
    if (typeof value === "number" && key === "elapsed_ms") return ELAPSED_MS;
    if (Array.isArray(value)) return cut(value, key).map((one) => stable(one, key));
    const parsed = row.safeParse(value);
    if (!parsed.success) return value;
    const entries = Object.entries(parsed.data).map(([name, inner]): [string, unknown] => [name, stable(inner, name)]);
    return withStableId(Object.fromEntries(entries));
  }

  function withStableId(changed: Readonly<Record<string, unknown>>) {
    if ("field_changed" in changed || "is_first" in changed) return { ...changed, id: changes(String(changed.id)) };
    return isListing(changed) ? { ...changed, id: listings(String(changed.id)) } : changed;
  }

  const stableRow = (value: unknown) => row.parse(stable(value, ""));
  const stableTexts = (values: OperationExample["query"]): OperationExample["query"] =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? stableText(name, value) : value,
      ]),
    );
  return examples.map((example) => ({
    ...example,
    params: stableTexts(example.params),
    query: stableTexts(example.query),
    body: example.body === null ? null : stableRow(example.body),
    responses: example.responses.map((response) => ({
      ...response,
      body: response.body === null ? null : stableRow(response.body),
    })),
  }));
}

function newestDay(value: unknown, key = ""): string | undefined {
  if (typeof value === "string") return isDay(key, value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const days = Object.entries(value).flatMap(([name, inner]) => newestDay(inner, name) ?? []);
  return days.toSorted().at(-1);
}

function isDay(key: string, value: string): boolean {
  return dateKeys.includes(key) && calendarDate.test(value);
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Lists of strings are kept whole: a list of codes is one line. */
function cut(list: readonly unknown[], key: string): readonly unknown[] {
  const isOfRows = list.every((one) => typeof one === "object");
  return isOfRows && !neverCut.includes(key) ? list.slice(0, ROWS_MAX) : list;
}

function isListing(value: Readonly<Record<string, unknown>>): boolean {
  return "version_id" in value && "locale" in value;
}

function numbering(): (value: string) => number {
  const numbers = new Map<string, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
}
