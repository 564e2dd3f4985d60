import * as z from "zod";

import type { ScraperChartPage, ScraperPageChart, ScraperPageCollection } from "../../contracts/chart-pages.ts";
import { ALL_GENRES, appIdSchema } from "../../contracts/ios.ts";
import { CHART_ENTRIES_MAX } from "../../contracts/lists.ts";
import { serverData } from "./server-data.ts";

/** The page of all genres also has the charts of this genre. */
const GAMES = "6014";

export type ChartPage = Pick<ScraperChartPage, "charts" | "missing"> & {
  /** The page's own address, which names the storefront; undefined if it names none. */
  readonly path: string | undefined;
};

/** Reads each chart separately, so that a chart that Apple has changed does not break the others. */
export function parseChartPage(html: string, genre: string): ChartPage {
  const page = pageSchema.safeParse(serverData(html)).data;
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

const genreId = z.union([z.string(), z.int()]).transform(String).optional().catch(undefined);
const list = z.array(z.unknown()).optional().catch(undefined);

const pageSchema = z.object({
  canonicalURL: z.string().optional().catch(undefined),
  genreId,
  segments: list,
  charts: list,
});

const groupSchema = z.object({ genreId, segments: list });

type Segment = {
  readonly genre: string | undefined;
  readonly collection: ScraperPageCollection | undefined;
  readonly content: unknown;
};

function segmentsOf(page: z.infer<typeof pageSchema>, genre: string): readonly Segment[] {
  if (page.charts === undefined) return namedSegments(page, genre);
  return page.charts.flatMap((content, place) => {
    const group = groupSchema.safeParse(content).data;
    // A chart without segments is itself a segment.
    if (group?.segments === undefined) return namedSegments({ genreId: group?.genreId, segments: [content] }, genre);
    // On the page of all genres, the charts of all apps precede those of games.
    return namedSegments(group, genre === ALL_GENRES ? [ALL_GENRES, GAMES][place] : genre);
  });
}

function namedSegments(group: z.infer<typeof groupSchema>, usualGenre: string | undefined): readonly Segment[] {
  return (group.segments ?? []).map((content) => ({
    genre: group.genreId ?? usualGenre,
    collection: collectionByName.get(z.object({ chart: z.unknown() }).safeParse(content).data?.chart),
    content,
  }));
}

const id = z.union([z.string(), z.int()]).transform(String).pipe(appIdSchema);

const itemSchema = z.object({
  adamId: id,
  title: z.string().min(1).nullish().catch(null),
  icon: z.object({ template: z.string() }).nullish().catch(null),
});

/** The first shelf describes the first ranks; lower ranks have only ids. */
const segmentSchema = z.object({
  shelves: z.tuple([z.object({ items: z.array(itemSchema) })], z.unknown()),
  nextPage: z.object({ remainingContent: z.array(z.object({ id })) }).nullish(),
});

type Entry = Omit<ScraperPageChart["entries"][number], "rank">;

/** Returns undefined if any entry is unreadable, because the ranks below it would be wrong. */
function readEntries(content: unknown): readonly Entry[] | undefined {
  const segment = segmentSchema.safeParse(content).data;
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
