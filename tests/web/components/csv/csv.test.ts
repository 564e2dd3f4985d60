import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";

import { csvText } from "../../../../web/components/csv/csv-text.ts";
import { ROWS_MAX, readRows } from "../../../../web/components/csv/read-rows.ts";
import { fileName } from "../../../../web/components/csv/save-csv.ts";

const names = ["App", "Change"];
const read = (text: string): string[][] => parse(text, { bom: true, record_delimiter: "\r\n" });

describe("a file of a table", () => {
  it("has the same values after it was read back", () => {
    const rows = [
      ['The "best" app, ever', 1.5],
      ["Two\nlines", -7],
      ["Größe 大きさ", null],
    ];
    const text = csvText({ names, rows });
    expect(text.startsWith("\uFEFFApp,Change\r\n")).toBe(true);
    expect(read(text)).toEqual([names, ['The "best" app, ever', "1.5"], ["Two\nlines", "-7"], ["Größe 大きさ", ""]]);
  });

  it.each(["=HYPERLINK(1)", "+1", "-2+3", "@SUM(A1)", "\tx", "\rx"])("makes a text of the formula %j", (formula) => {
    expect(read(csvText({ names, rows: [[formula, 1]] }))).toEqual([names, [`'${formula}`, "1"]]);
  });

  it("has a name that every system can store", () => {
    expect(fileName("Prices in Türkiye, newest first")).toBe("prices-in-türkiye-newest-first.csv");
    expect(fileName("…")).toBe("table.csv");
  });
});

describe("the rows of all pages", () => {
  const { signal } = new AbortController();
  const own = (row: number) => row;
  const pages = (total: number, perPage: number) => async (page: number) => ({
    data: Array.from(
      { length: Math.min(perPage, total - (page - 1) * perPage) },
      (_, row) => (page - 1) * perPage + row,
    ),
    meta: { last_page: Math.ceil(total / perPage), total },
  });

  it("are read to the last page, with the progress", async () => {
    const progress: number[][] = [];
    const onProgress = (...seen: number[]) => void progress.push(seen);
    const { rows, total } = await readRows(pages(250, 100), own, { signal, onProgress });
    expect([rows.length, total, rows.at(-1)]).toEqual([250, 250, 249]);
    expect(progress).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ]);
  });

  it("end at the most that a file has, and say how many there are", async () => {
    const { rows, total } = await readRows(pages(10_050, 100), own, { signal, onProgress: () => {} });
    expect([rows.length, total]).toEqual([ROWS_MAX, 10_050]);
  });

  it("are in the file once, though a new row moves one to the next page meanwhile", async () => {
    const data = [[1, 2], [2, 3], [4]];
    const readPage = async (page: number) => ({ data: data[page - 1] ?? [], meta: { last_page: 3, total: 4 } });
    const { rows } = await readRows(readPage, own, { signal, onProgress: () => {} });
    expect(rows).toEqual([1, 2, 3, 4]);
  });
});
