import { formatQuantity } from "../../format/numbers.ts";
import { formatInstant } from "../../format/times.ts";

type ShownEvents = {
  /** It is undefined until it is known. */
  readonly total: number | undefined;
  readonly seenUntil: string | null | undefined;
  /** The scope has days, which take the place of the last visit. */
  readonly hasDays: boolean;
};

/** Returns the heading of the events, such as "43 changes since your last visit, 20 Nov 2026, 18:04". */
export function titleOfEvents({ total, seenUntil, hasDays }: ShownEvents): string {
  if (total === undefined) return "Changes";
  const changes = formatQuantity(total, "change");
  if (hasDays) return `${changes} in these days`;
  return seenUntil === null || seenUntil === undefined
    ? changes
    : `${changes} since your last visit, ${formatInstant(seenUntil)}`;
}
