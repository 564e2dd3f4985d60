import type { FactKey } from "./fact.ts";
import { entryText, type FactEntry, factEntries, isListOfEntries } from "./fact-entries.ts";
import { parseFact } from "./parse-fact.ts";

export type FactDifference = {
  readonly before: readonly FactEntry[];
  readonly after: readonly FactEntry[];
  /** True if only the removed and added entries of a list are returned. */
  readonly isPart: boolean;
};

type Change = { readonly old_value: string | null; readonly new_value: string | null };

/** Returns what differs between both values of a change, or undefined if one of them cannot be read. */
export function factDifference(key: FactKey, { old_value, new_value }: Change): FactDifference | undefined {
  const [before, after] = [readValue(key, old_value), readValue(key, new_value)];
  if (before === undefined || after === undefined) return undefined;
  const isPart = before.isList || after.isList;
  if (!isPart) return { ...apart(before.entries, after.entries), isPart };
  return { before: without(before.entries, after.entries), after: without(after.entries, before.entries), isPart };
}

function apart(before: readonly FactEntry[], after: readonly FactEntry[]) {
  const textOf = (entries: readonly FactEntry[]) => entries.map(entryText).join("\n");
  if (textOf(before) !== textOf(after)) return { before, after };
  const exact = (entries: readonly FactEntry[]) =>
    entries.map((entry) => ({ ...entry, text: entry.exact ?? entry.text }));
  return { before: exact(before), after: exact(after) };
}

function readValue(key: FactKey, text: string | null) {
  if (text === null) return { entries: [], isList: false };
  const fact = parseFact(key, text);
  return fact === undefined ? undefined : { entries: factEntries(fact), isList: isListOfEntries(fact) };
}

function without(entries: readonly FactEntry[], others: readonly FactEntry[]): readonly FactEntry[] {
  const known = new Set(others.map(({ id }) => id));
  return entries.filter(({ id }) => !known.has(id));
}
