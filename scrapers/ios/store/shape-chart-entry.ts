import { chartEntrySchema, type ScraperChartEntry } from "../../contracts/lists.ts";
import { checkRecord } from "../../http/check-record.ts";
import { isoDate } from "../../http/iso-time.ts";
import type { ChartRecord } from "./chart.ts";

export function shapeChartEntry(row: ChartRecord, index: number): ScraperChartEntry {
  return checkRecord(chartEntrySchema, {
    rank: index + 1,
    app_id: row.id,
    name: row.title,
    developer: row.developer ?? null,
    developer_id: artistId(row.developerUrl),
    icon_url: row.icon ?? null,
    rating: null,
    version: null,
    price: row.price,
    free: row.price === 0,
    currency: row.currency ?? null,
    genre: row.genre ?? null,
    genre_id: row.genreId ?? null,
    released: isoDate(row.released),
  } satisfies ScraperChartEntry);
}

/** The number in the address of an artist. The library cuts at the first "/id", which names such as "idea" begin with. */
function artistId(url: string | null | undefined): string | null {
  return /\/(?:id)?(\d+)(?:[?#]|$)/.exec(url ?? "")?.[1] ?? null;
}
