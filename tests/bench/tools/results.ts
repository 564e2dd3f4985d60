import * as z from "zod";

import { RESULT_CHARACTERS_MAX, type Tool } from "../../../lib/mcp/tool.ts";
import { median } from "../measuring/typical.ts";

type Arguments = Record<string, unknown>;
type Call = (name: string, args: Arguments) => Promise<unknown>;

export type ToolResults = {
  readonly name: string;
  readonly lengths: readonly number[];
  /** Results whose `data` is not empty. */
  readonly withData: number;
  /** Results that were too long. */
  readonly askedForLess: number;
  /** Other errors, such as a 404 of an app without history. */
  readonly rejections: readonly string[];
};

const result = z.object({
  content: z.tuple([z.object({ text: z.string() })]),
  isError: z.boolean().default(false),
});
const row = z.looseObject({ id: z.union([z.int(), z.string()]) });
const rows = z.object({ data: z.array(row) });
const app = z.object({
  id: z.int(),
  platform: z.string(),
  external_id: z.string(),
  name: z.string(),
  publisher: z.object({ external_id: z.string() }).nullable(),
});
const apps = z.object({ data: z.array(app), meta: z.object({ last_page: z.int() }) });
const competitors = z.object({ data: z.array(z.looseObject({ app: z.looseObject({ id: z.int() }) })) });
const keywords = z.object({ data: z.array(z.looseObject({ keyword_id: z.int() })) });

/** Characters of an error that the bench prints. */
const ERROR_SHOWN = 160;

const DAY_MS = 86_400_000;

/** Arguments of which an operation requires one of several, or without which it has nothing to return. */
const besides: Readonly<Record<string, Arguments>> = {
  compare_app_listings: { with_locale: "de-DE" },
  list_changes: { from: new Date(Date.now() - 30 * DAY_MS).toISOString() },
};

/** The user of the history has no views, notes and tags. */
const emptyTools: ReadonlySet<string> = new Set(["list_views", "list_notes", "list_tags"]);

/** Required arguments that follow from an app. Not each app has all of them. */
const ofAnApp = ["external_id", "keyword_id", "keyword_ids"];

/** Calls each reading tool with its required arguments alone, those about an app for each app that the user tracks. */
export async function readEverything(tools: readonly Tool[], call: Call): Promise<readonly ToolResults[]> {
  const read = async (name: string, args: Arguments) => result.parse(await call(name, args));
  const json = async (name: string, args: Arguments) => JSON.parse((await read(name, args)).content[0].text);

  const tracked = await everyPage(json);
  const [event] = rows.parse(await json("list_events", {})).data;
  const found: ToolResults[] = [];
  for (const tool of tools.filter(({ annotations }) => annotations.readOnlyHint)) {
    const required = tool.inputSchema.required ?? [];
    const outcomes: Outcome[] = [];
    for (const one of required.some((name) => ofAnApp.includes(name)) ? tracked : tracked.slice(0, 1)) {
      const args = await argumentsFor(required, { one, event: event?.id, json, tool: tool.name });
      if (args !== undefined) outcomes.push(await read(tool.name, { ...args, ...besides[tool.name] }));
    }
    found.push(summarise(tool.name, outcomes));
  }
  return found;
}

type Outcome = z.infer<typeof result>;

function summarise(name: string, outcomes: readonly Outcome[]): ToolResults {
  const texts = outcomes.map(({ content: [{ text }], isError }) => ({ text, isError }));
  const errors = texts.filter(({ isError }) => isError).map(({ text }) => text);
  const short = errors.filter((text) => text.startsWith("The result has"));
  const results = texts.filter(({ isError }) => !isError).map(({ text }) => text);
  return {
    name,
    lengths: results.map((text) => text.length),
    withData: results.filter(hasData).length,
    askedForLess: short.length,
    rejections: errors.filter((text) => !short.includes(text)).map((text) => text.slice(0, ERROR_SHOWN)),
  };
}

const body = z.object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) });

/** An object has data if one of its fields has: an empty list, an empty object and null are none. */
function hasData(text: string): boolean {
  const { data } = body.parse(JSON.parse(text));
  return isFull(data) && (Array.isArray(data) || Object.values(data).some(isFull));
}

function isFull(value: unknown): boolean {
  return typeof value === "object" ? value !== null && Object.keys(value).length > 0 : value !== undefined;
}

type Json = (name: string, args: Arguments) => Promise<unknown>;

async function everyPage(json: Json) {
  const first = apps.parse(await json("list_tracked_apps", {}));
  const all = [...first.data];
  for (let page = 2; page <= first.meta.last_page; page += 1) {
    all.push(...apps.parse(await json("list_tracked_apps", { page })).data);
  }
  return all;
}

type Context = {
  readonly one: z.infer<typeof app>;
  readonly event: number | string | undefined;
  readonly json: Json;
  readonly tool: string;
};

/** Returns the required arguments of a tool, or undefined if the app has nothing that they could name. */
async function argumentsFor(required: readonly string[], context: Context): Promise<Arguments | undefined> {
  const values: Arguments = {};
  for (const name of required) {
    const value = await valueFor(name, context);
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}

async function valueFor(name: string, { one, event, json, tool }: Context): Promise<unknown> {
  const id = { platform: one.platform, external_id: one.external_id };
  switch (name) {
    case "platform":
      return one.platform;
    case "external_id":
      return tool.includes("publisher") ? one.publisher?.external_id : one.external_id;
    case "app_ids": {
      const [rival] = competitors.parse(await json("list_app_competitors", id)).data;
      return rival === undefined ? undefined : [rival.app.id];
    }
    case "event_id":
      return event;
    case "collection":
      return "top_free";
    case "term":
      return one.name.split(" ")[0];
    case "country_code":
      return "us";
    case "locale":
      return "en-US";
    case "from":
      return new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
    case "to":
      return new Date().toISOString().slice(0, 10);
    case "keyword_ids":
    case "keyword_id": {
      const [keyword] = keywords.parse(await json("list_tracked_keywords", id)).data;
      if (keyword === undefined) return undefined;
      return name === "keyword_id" ? keyword.keyword_id : [keyword.keyword_id];
    }
    default:
      throw new TypeError(`The bench knows no value for ${name}.`);
  }
}

/** Returns what a tool does not hold to, for each tool that is at fault. */
export function faultsOf(results: readonly ToolResults[]): readonly string[] {
  const empty = results.filter(({ name, withData }) => withData === 0 && !emptyTools.has(name));
  const full = results.filter(({ name, withData }) => withData > 0 && emptyTools.has(name));
  const long = results.filter(({ lengths }) => lengths.some((length) => length > RESULT_CHARACTERS_MAX));
  return [
    ...empty.map(({ name }) => `${name} returned data for no app.`),
    ...full.map(({ name }) => `${name} returned data, so it need not be excepted.`),
    ...long.map(({ name }) => `${name} returned more than ${RESULT_CHARACTERS_MAX} characters.`),
  ];
}

export function describeResults(results: readonly ToolResults[]): string {
  const lines = results.map(({ name, lengths, withData, askedForLess, rejections }) => {
    const typical = lengths.length === 0 ? "-" : String(median(lengths));
    const most = lengths.length === 0 ? "-" : String(Math.max(...lengths));
    const others = rejections.length === 0 ? "" : `, ${rejections.length} rejected (${rejections[0]})`;
    const less = askedForLess === 0 ? "" : `, ${askedForLess} asked for less`;
    const counts = `${String(lengths.length).padStart(3)} results, ${String(withData).padStart(3)} with data`;
    return `${name.padEnd(30)} ${counts}, ${typical} characters, at most ${most}${less}${others}`;
  });
  return [`Bound: ${RESULT_CHARACTERS_MAX} characters.`, ...lines].join("\n");
}
