import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { ALL_GENRES, appIdSchema } from "../../contracts/ios.ts";
import {
  CHART_ENTRIES_MAX,
  type ScraperChartPage,
  type ScraperPageChart,
  type ScraperPageCollection,
} from "../../contracts/lists.ts";
import { unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { notFoundOutOfPlace, StoreError } from "../../http/store-errors.ts";
import { requestPage } from "./read-page.ts";
import { serverData } from "./server-data.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

/** The page of all genres also has the charts of this genre. */
const GAMES = "6014";

export type ChartPage = Pick<ScraperChartPage, "charts" | "missing"> & {
  /** The page's own address, which names the storefront; undefined if it names none. */
  readonly path: string | undefined;
};

export type ChartPageRequest = { readonly country: string; readonly category?: string | undefined };

/** Reads the charts of a genre with one request. Throws for a page without charts, or of another storefront. */
export async function readChartPage(
  transport: AppleTransport,
  { country, category = ALL_GENRES }: ChartPageRequest,
  call: Call,
): Promise<ChartPage> {
  storefrontNumber(country);
  // The data has both charts, whichever chart is shown.
  const url = new URL(`https://apps.apple.com/${country}/iphone/charts/${category}?chart=top-free`);
  const { status, body } = await requestPage(transport, { country, lang: undefined }, url, call);
  if (status === 404) throw notFoundOutOfPlace();

  const page = parseChartPage(body, category);
  if (page.path !== undefined && !page.path.startsWith(`/${country}/`)) throw ofAnotherStorefront(page.path);
  if (page.path === undefined || page.charts.length === 0) {
    throw unusable(new Error(`the page at ${page.path ?? "no address"} has ${page.charts.length} charts`));
  }
  if (page.missing.length > 0) call.report("charts.missing", { country, missing: page.missing });
  return page;
}

/** The store may redirect to another storefront; from mainland China, it does so for every request. */
function ofAnotherStorefront(path: string): StoreError {
  const cause = new Error(`the store returned the page at ${path}`);
  return new StoreError("The store returned a page of another storefront", {
    reason: "invalid_response",
    status: 200,
    cause,
  });
}

/** Reads each chart separately, so that a chart that Apple has changed does not break the others. */
export function parseChartPage(html: string, genre: string): ChartPage {
  const page = pageSchema().safeParse(serverData(html)).data;
  const segments = page === undefined ? [] : segmentsOf(page, genre);
  const read = chartsOf(genre).map((chart) => ({ chart, entries: readChart(segments, chart) }));
  return {
    charts: read.flatMap(({ chart, entries }) =>
      entries === undefined ? [] : [{ ...nameOf(chart), window: windowOf(entries.length), entries: rank(entries) }],
    ),
    missing: read.flatMap(({ chart, entries }) => (entries === undefined ? [nameOf(chart)] : [])),
    path: URL.parse(page?.canonicalURL ?? "")?.pathname,
  };
}

type Chart = { readonly genre: string; readonly collection: ScraperPageCollection };

function chartsOf(genre: string): readonly Chart[] {
  const genres = genre === ALL_GENRES ? [ALL_GENRES, GAMES] : [genre];
  return genres.flatMap((one) => collections.map((collection) => ({ genre: one, collection })));
}

function nameOf({ genre, collection }: Chart): ScraperChartPage["missing"][number] {
  return { collection, category: genre === ALL_GENRES ? null : genre };
}

/** Returns undefined for a missing chart. If two have the same name, either may be right, so neither is read. */
function readChart(segments: readonly Segment[], { genre, collection }: Chart): readonly Entry[] | undefined {
  const [found, ...others] = segments.filter((one) => one.genre === genre && one.collection === collection);
  return found === undefined || others.length > 0 ? undefined : readEntries(found.content);
}

const collections = ["top_free", "top_paid"] as const satisfies readonly ScraperPageCollection[];
const collectionByName: ReadonlyMap<unknown, ScraperPageCollection> = new Map([
  ["top-free", "top_free"],
  ["top-paid", "top_paid"],
]);

const genreId = lazy(() => z.union([z.string(), z.int()]).transform(String).optional().catch(undefined));
const list = lazy(() => z.array(z.unknown()).optional().catch(undefined));

const pageSchema = lazy(() =>
  z.object({
    canonicalURL: z.string().optional().catch(undefined),
    genreId: genreId(),
    segments: list(),
    charts: list(),
  }),
);

const groupSchema = lazy(() => z.object({ genreId: genreId(), segments: list() }));

type Segment = {
  readonly genre: string | undefined;
  readonly collection: ScraperPageCollection | undefined;
  readonly content: unknown;
};

function segmentsOf(page: z.infer<ReturnType<typeof pageSchema>>, genre: string): readonly Segment[] {
  if (page.charts === undefined) return namedSegments(page, genre);
  return page.charts.flatMap((content, place) => {
    const group = groupSchema().safeParse(content).data;
    // A chart without segments is itself a segment.
    if (group?.segments === undefined) return namedSegments({ genreId: group?.genreId, segments: [content] }, genre);
    // On the page of all genres, the charts of all apps precede those of games.
    return namedSegments(group, genre === ALL_GENRES ? [ALL_GENRES, GAMES][place] : genre);
  });
}

function namedSegments(
  group: z.infer<ReturnType<typeof groupSchema>>,
  usualGenre: string | undefined,
): readonly Segment[] {
  return (group.segments ?? []).map((content) => ({
    genre: group.genreId ?? usualGenre,
    collection: collectionByName.get(z.object({ chart: z.unknown() }).safeParse(content).data?.chart),
    content,
  }));
}

const id = lazy(() => z.union([z.string(), z.int()]).transform(String).pipe(appIdSchema()));

const itemSchema = lazy(() =>
  z.object({
    adamId: id(),
    title: z.string().min(1).nullish().catch(null),
    icon: z.object({ template: z.string() }).nullish().catch(null),
  }),
);

/** The first shelf describes the first ranks; lower ranks have only ids. */
const segmentSchema = lazy(() =>
  z.object({
    shelves: z.tuple([z.object({ items: z.array(itemSchema()) })], z.unknown()),
    nextPage: z.object({ remainingContent: z.array(z.object({ id: id() })) }).nullish(),
  }),
);

type Entry = Omit<ScraperPageChart["entries"][number], "rank">;

/** Returns undefined if any entry is unreadable, because the ranks below it would be wrong. */
function readEntries(content: unknown): readonly Entry[] | undefined {
  const segment = segmentSchema().safeParse(content).data;
  if (segment === undefined) return undefined;
  const { shelves, nextPage } = segment;
  const described = shelves[0].items.map(({ adamId, title, icon }) => ({
    app_id: adamId,
    name: title ?? null,
    icon_url: icon?.template.replace("{w}x{h}{c}.{f}", "512x512bb.png") ?? null,
  }));
  const others = (nextPage?.remainingContent ?? []).map((other) => ({ app_id: other.id, name: null, icon_url: null }));
  return [...described, ...others];
}

/** The store cuts lists after a multiple of this number of entries. */
const CUT_AFTER = 25;

/** A list of another length is complete, so there are no ranks below it. */
function windowOf(length: number): number {
  const isCut = length > 0 && length % CUT_AFTER === 0;
  return isCut ? Math.min(length, CHART_ENTRIES_MAX) : CHART_ENTRIES_MAX;
}

/** An app that is listed twice gets its better rank. */
function rank(entries: readonly Entry[]): ScraperPageChart["entries"] {
  const byId = new Map<string, Entry>();
  for (const entry of entries) if (!byId.has(entry.app_id)) byId.set(entry.app_id, entry);
  return [...byId.values()].slice(0, CHART_ENTRIES_MAX).map((entry, index) => ({ rank: index + 1, ...entry }));
}
