import * as z from "zod";

import { parseJson } from "../../../scrapers/contracts/wire.ts";
import { parseChartPage } from "../../../scrapers/ios/store/chart-page.ts";
import type { Finding, Known, StoreReply, Texts } from "./probe.ts";

/** An app of a chart may leave the storefront before its lookup. */
const ROWS_SHARE_MIN = 0.9;
/** By which the count of ratings may differ from that of lookup, as a share. */
const COUNT_TOLERANCE = 0.02;

const feedSchema = z.object({
  feed: z.object({ entry: z.array(z.object({ id: z.object({ attributes: z.object({ "im:id": z.string() }) }) })) }),
});

export function readChart({ body }: StoreReply, { ids }: Known): Finding {
  const { data } = feedSchema.safeParse(parseJson(body));
  const found = (data?.feed.entry ?? []).map(({ id }) => id.attributes["im:id"]);
  return {
    holds: found.length > 0,
    got: countOf(found.length, "app"),
    learned: { ids: [...new Set([...ids, ...found])] },
  };
}

/** Reads a page of charts as the scraper does. */
export function readChartPage({ body }: StoreReply, { country, genre }: { country: string; genre: string }): Finding {
  const { charts, missing, path } = parseChartPage(body, genre);
  const lengths = charts.map(({ entries }) => entries.length).join(", ");
  return {
    holds: missing.length === 0 && path?.startsWith(`/${country}/`) === true,
    got: `${countOf(charts.length, "chart")}${lengths === "" ? "" : ` of ${lengths}`}, at ${path ?? "no address"}`,
  };
}

const rowSchema = z.object({
  wrapperType: z.string().optional(),
  kind: z.string().optional(),
  trackId: z.number().optional(),
  artistId: z.number().optional(),
  trackViewUrl: z.string().optional(),
  userRatingCount: z.number().optional(),
  description: z.string().optional(),
});
const lookupSchema = z.object({ results: z.array(rowSchema) });
type LookupRow = z.infer<typeof rowSchema>;

/** Returns the rows of a lookup; undefined when they cannot be read. */
export function rowsOf({ body }: StoreReply): readonly LookupRow[] | undefined {
  return lookupSchema.safeParse(parseJson(body)).data?.results;
}

export function rowsGot(reply: StoreReply): string {
  const rows = rowsOf(reply);
  return rows === undefined ? sizeOf(reply.body) : countOf(rows.length, "row");
}

export function readApp(reply: StoreReply): Finding {
  const [row] = rowsOf(reply) ?? [];
  const page = URL.parse(row?.trackViewUrl ?? "");
  if (row?.trackId === undefined || row.artistId === undefined || page === null) {
    return { holds: false, got: rowsGot(reply) };
  }
  const { trackId, artistId, userRatingCount = 0 } = row;
  return {
    holds: true,
    got: `app ${trackId}`,
    learned: {
      app: {
        id: String(trackId),
        publisherId: String(artistId),
        pagePath: page.pathname,
        ratingCount: userRatingCount,
      },
    },
  };
}

export function readList(reply: StoreReply, ids: readonly string[]): Finding {
  const rows = rowsOf(reply);
  if (rows === undefined) return { holds: false, got: sizeOf(reply.body) };
  const found = rows.map(({ trackId }) => String(trackId));
  const isInOrder = found.join() === ids.filter((id) => found.includes(id)).join();
  return {
    holds: rows.length >= ids.length * ROWS_SHARE_MIN && found.every((id) => ids.includes(id)),
    got: `${countOf(rows.length, "row")} in ${isInOrder ? "the same" : "another"} order, ${sizeOf(reply.body)}`,
  };
}

/** Returns what kinds of rows a lookup has, in their order. */
export function kindsOf(reply: StoreReply): string {
  const kinds = (rowsOf(reply) ?? []).map(({ wrapperType = "no type", kind }) =>
    kind === undefined || kind === wrapperType ? wrapperType : `${wrapperType} (${kind})`,
  );
  return kinds.join(", ") || "no row";
}

/**
 * Reads the texts of a storefront. Compares them with its first language, or with a storefront that has the same one.
 */
export function readTexts(
  reply: StoreReply,
  { texts }: Known,
  { country, code, same }: { readonly country: string; readonly code?: string; readonly same?: string },
): Finding {
  const read: Texts = new Map(
    (rowsOf(reply) ?? []).flatMap(({ trackId, description }) =>
      trackId && description ? [[trackId, description]] : [],
    ),
  );
  const others = texts[same ?? country];
  const differing = [...read].filter(([id, text]) => others?.has(id) && others.get(id) !== text).length;
  const compared = others === undefined ? "" : `, ${differing} differ from ${same ?? `${country} without a language`}`;
  return {
    holds: read.size > 0 && (same === undefined || differing === 0),
    got: `${countOf(read.size, "app")}${compared}`,
    ...(code === undefined && { learned: { texts: { ...texts, [country]: read } } }),
  };
}

const count = z.int().nonnegative();
const ratingsSchema = z.object({ ratingCount: count, ratingCountList: z.tuple([count, count, count, count, count]) });

export function readRatings({ body }: StoreReply, { app }: Known): Finding {
  const ratings = ratingsSchema.safeParse(parseJson(body)).data;
  if (ratings === undefined) return { holds: false, got: sizeOf(body) };
  const { ratingCount, ratingCountList } = ratings;
  const expected = app?.ratingCount ?? 0;
  const isClose = Math.abs(ratingCount - expected) <= expected * COUNT_TOLERANCE;
  const isWhole = ratingCountList.reduce((sum, stars) => sum + stars) === ratingCount;
  const got = `${ratingCount} ratings, ${expected} in lookup${isWhole ? "" : ", which the stars do not add up to"}`;
  return { holds: isClose && isWhole, got };
}

function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const errorSchema = z.object({ errorMessage: z.string() });

/** Returns the message of an error of lookup. */
export function errorOf({ body }: StoreReply): string {
  return errorSchema.safeParse(parseJson(body)).data?.errorMessage ?? sizeOf(body);
}

/** Returns what the headers say of a cache. */
export function cacheOf({ headers }: StoreReply): string {
  const found = ["age", "x-cache", "cache-control"].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return found.join(", ") || "no header of a cache";
}

export function isFromCache({ headers }: StoreReply): boolean {
  return headers.has("age") || /HIT/i.test(headers.get("x-cache") ?? "");
}

export function sizeOf(body: string): string {
  return `${Math.ceil(Buffer.byteLength(body) / 1_000)} kB`;
}
