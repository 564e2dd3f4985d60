import type { Db } from "../../db/client.ts";
import { saveEventsSeen } from "../../db/queries/accounts/profiles.ts";
import { invalidInput } from "../errors.ts";

type MarkEventsSeenInput = {
  readonly userId: number;
  /** RFC 3339. */
  readonly until: string;
};

export async function markEventsSeen(deps: { readonly db: Db }, { userId, until }: MarkEventsSeenInput): Promise<void> {
  const isSaved = await saveEventsSeen(deps.db, { userId, until: Date.parse(until) / 1_000 });
  if (!isSaved) throw invalidInput({ events_until: ["The events until field must not be in the future."] });
}
