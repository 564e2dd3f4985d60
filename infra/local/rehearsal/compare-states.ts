import type { DatabaseState } from "./database-state.ts";

export type Comparison = {
  /** What was compared, a line a kind. */
  readonly compared: readonly string[];
  /** What differs, a sentence each; none after a restore that brought back everything. */
  readonly differences: readonly string[];
};

/** A sequence hands out as many values before it writes to the log again: SEQ_LOG_VALS of PostgreSQL. */
const SEQUENCE_VALUES_AHEAD = 32;

/** Returns how a restored database differs from the one that was backed up. */
export function compareStates(source: DatabaseState, restored: DatabaseState): Comparison {
  const rows = sum([...source.tables.values()].map((table) => table.rows));
  const kinds = Object.keys(source.objects);
  return {
    compared: [
      `${count(source.tables.size)} tables with ${count(rows)} rows, by number and digest`,
      `${count(source.sequences.size)} sequences`,
      ...kinds.map((kind) => `${count(source.objects[kind]?.size ?? 0)} ${kind}`),
    ],
    differences: [
      ...compareTables(source, restored),
      ...compareSequences(source, restored),
      ...kinds.flatMap((kind) => compareObjects(kind, source, restored)),
    ],
  };
}

function compareTables(source: DatabaseState, restored: DatabaseState): readonly string[] {
  return namesOf(source.tables, restored.tables).flatMap((name) => {
    const [before, after] = [source.tables.get(name), restored.tables.get(name)];
    if (before === undefined) return [`Table ${name} was not in the source.`];
    if (after === undefined) return [`Table ${name} is missing.`];
    if (before.rows !== after.rows) return [`Table ${name} has ${count(after.rows)} rows of ${count(before.rows)}.`];
    return before.digest === after.digest ? [] : [`Table ${name} has other rows than the source.`];
  });
}

/** A restored sequence may skip what it had not yet handed out. */
function compareSequences(source: DatabaseState, restored: DatabaseState): readonly string[] {
  return namesOf(source.sequences, restored.sequences).flatMap((name) => {
    const [before, after] = [source.sequences.get(name), restored.sequences.get(name)];
    if (before === undefined || after === undefined) return [`Sequence ${name} is in one of the databases alone.`];
    const skipped = after - before;
    return skipped >= 0 && skipped <= SEQUENCE_VALUES_AHEAD
      ? []
      : [`Sequence ${name} stands at ${after} instead of ${before}.`];
  });
}

function compareObjects(kind: string, source: DatabaseState, restored: DatabaseState): readonly string[] {
  const [before, after] = [source.objects[kind] ?? new Map(), restored.objects[kind] ?? new Map()];
  return namesOf(before, after).flatMap((name) => {
    if (!before.has(name)) return [`Of ${kind}, ${name} was not in the source.`];
    if (!after.has(name)) return [`Of ${kind}, ${name} is missing.`];
    return before.get(name) === after.get(name) ? [] : [`Of ${kind}, ${name} is defined otherwise.`];
  });
}

function namesOf(...maps: readonly ReadonlyMap<string, unknown>[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].toSorted();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
