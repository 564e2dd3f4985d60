import { type CsvRows, csvText } from "./csv-text.ts";

/** The browser may still be reading the file for this long. */
const KEPT_MS = 60_000;
const NAME_MAX = 80;

export function saveCsv(name: string, rows: CsvRows): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Returns a name that every system can store, such as "tracked-apps.csv". */
export function fileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join("-").slice(0, NAME_MAX).toWellFormed() || "table"}.csv`;
}
