import Papa from "papaparse";

import { comparableTerm, findTermFault, tidyTerm } from "./term-text.ts";

export type PastedTerm = { readonly row: number; readonly term: string; readonly country: string };
export type RowError = { readonly row: number; readonly text: string };

export type PastedTerms = {
  readonly terms: readonly PastedTerm[];
  /** By row. The first row of the list is 1. */
  readonly errors: readonly RowError[];
  /** Rows that repeat an earlier one. */
  readonly repeated: number;
  readonly isTooLong: boolean;
};

/** The service adds at most this many at once, each in one country. */
export const PASTED_ROWS_MAX = 200;

type Choices = {
  /** The countries of rows that name none. */
  readonly countries: readonly string[];
  /** The storefronts of the store. While they are unknown, any two letters are taken. */
  readonly storefronts: readonly string[];
};

/** Reads a list or a CSV of `term` or `term,country`. A first row of these names is left out. */
export function parseTerms(text: string, choices: Choices): PastedTerms {
  const rows = rowsOf(text);
  if (rows.length > PASTED_ROWS_MAX) return tooLong;
  const terms = new Map<string, PastedTerm>();
  const errors: RowError[] = [];
  let repeated = 0;
  for (const { row, cells, isUnclosed } of rows) {
    const fault = findRowFault(cells, isUnclosed, choices);
    const fresh = inEachCountry(cells, choices).filter(([key]) => !terms.has(key));
    if (fault !== undefined) errors.push({ row, text: fault });
    else if (fresh.length === 0) repeated += 1;
    else for (const [key, term] of fresh) terms.set(key, { row, ...term });
  }
  if (terms.size > PASTED_ROWS_MAX) return tooLong;
  return { terms: [...terms.values()], errors, repeated, isTooLong: false };
}

const tooLong: PastedTerms = { terms: [], errors: [], repeated: 0, isTooLong: true };

function rowsOf(text: string) {
  const { data, errors } = Papa.parse<readonly string[]>(text.trimEnd(), { delimitersToGuess: [",", "\t", ";"] });
  const unclosed = new Set(errors.flatMap(({ type, row }) => (type === "Quotes" && row !== undefined ? [row] : [])));
  return data
    .map((cells, index) => ({ row: index + 1, cells: cells.map(tidyTerm), isUnclosed: unclosed.has(index) }))
    .filter(({ cells, row }) => cells.some((cell) => cell !== "") && !(row === 1 && isHead(cells)));
}

/** Returns the term of a row for each of its countries, by a key that is equal for repeated terms. */
function inEachCountry([term = "", code = ""]: readonly string[], { countries }: Choices) {
  const chosen = code === "" ? countries : [code.toLowerCase()];
  return chosen.map((country) => [`${country} ${comparableTerm(term)}`, { term, country }] as const);
}

function isHead([term, country]: readonly string[]): boolean {
  const names = ["", "country", "country_code"];
  return ["term", "keyword"].includes(term?.toLowerCase() ?? "") && names.includes(country?.toLowerCase() ?? "");
}

function findRowFault(
  [term = "", code = "", ...others]: readonly string[],
  isUnclosed: boolean,
  { storefronts }: Choices,
): string | undefined {
  if (isUnclosed) return "The quotes of this row do not match.";
  if (others.some((cell) => cell !== "")) return "A row is a term, or a term and a country.";
  const country = code.toLowerCase();
  const isKnown = storefronts.length === 0 || storefronts.includes(country);
  if (code !== "" && !(/^[a-z]{2}$/.test(country) && isKnown)) return `The store has no country “${code}”.`;
  return findTermFault(term);
}
