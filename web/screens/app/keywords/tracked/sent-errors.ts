import type { Problem } from "../../../../client/problem.ts";
import type { PastedTerm, RowError } from "./parse-terms.ts";

export type SentErrors = {
  readonly rows: readonly RowError[];
  /** These errors are about no row, such as a limit. */
  readonly others: readonly string[];
};

type Rejected = Pick<Problem, "detail" | "errors">;

/** Returns the service's errors about sent terms, by the row of the list that contains each term. */
export function sentErrors({ detail, errors }: Rejected, sent: readonly Pick<PastedTerm, "row">[]): SentErrors {
  const found = Object.entries(errors).flatMap(([field, texts]) => {
    const place = /^items\.(\d+)(?:\.|$)/.exec(field)?.[1];
    const row = place === undefined ? undefined : sent[Number(place)]?.row;
    return texts.map((text) => ({ row, text }));
  });
  if (found.length === 0) return { rows: [], others: [detail] };
  // A row that is sent in several countries has the same error in each.
  const rows = new Map(
    found.flatMap(({ row, text }) => (row === undefined ? [] : [[`${row} ${text}`, { row, text }] as const])),
  );
  return {
    rows: [...rows.values()].toSorted((a, b) => a.row - b.row),
    others: found.flatMap(({ row, text }) => (row === undefined ? [text] : [])),
  };
}
