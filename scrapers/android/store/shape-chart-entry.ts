import { chartEntrySchema, type ScraperChartEntry } from "../../contracts/lists.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { RowRecord } from "./app-record.ts";
import { shapeSearchResult } from "./shape-records.ts";

export function shapeChartEntry(row: RowRecord, index: number): ScraperChartEntry {
  const { rating_count: _unknown, ...fields } = shapeSearchResult(row);
  return checkRecord(chartEntrySchema, { ...fields, rank: index + 1, released: null } satisfies ScraperChartEntry);
}
