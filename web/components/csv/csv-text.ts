import Papa from "papaparse";

export type CsvValue = string | number | null | undefined;

export type CsvRows = {
  readonly names: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
};

/** With it, spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Spreadsheets run texts that begin with one of these. An apostrophe makes them texts again. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns a file by RFC 4180. A number stays a number, even if it is negative. */
export function csvText({ names, rows }: CsvRows): string {
  const fields = rows.map((row) => row.map((value) => value ?? ""));
  return BYTE_ORDER_MARK + Papa.unparse([[...names], ...fields], { newline: "\r\n", escapeFormulae: FORMULA });
}
