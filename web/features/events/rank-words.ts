import { countryName } from "../../format/locale-names.ts";
import { formatCount } from "../../format/numbers.ts";
import { collectionName } from "../stores/store-options.ts";
import type { EventData } from "./event.ts";

export type RankMove = NonNullable<EventData["charts"]>[number];

/** Returns a move such as "#12 → #5 Free, United States". */
export function describeMove(move: RankMove): string {
  const { collection, country_code: country, previous_rank: before, rank: after, window } = move;
  const ranks = `${rankText(before, window)} → ${rankText(after, window)}`;
  return `${ranks} ${collectionName(collection)}, ${countryName(country)}`;
}

/** A chart shows a number of ranks, so an app without one is below the last of them. */
export function rankText(rank: number | null, window: number): string {
  return rank === null ? `below #${formatCount(window)}` : `#${formatCount(rank)}`;
}
