import type { Db } from "../../db/client.ts";
import { type EventLogPage, type EventStart, pollEvents as findEvents } from "../../db/queries/apps/event-log.ts";
import type { EventType } from "../domain/event.ts";
import {
  CHANGES_DAYS,
  type EventPlace,
  formatCursor,
  parseCursor,
  SCANNED_EVENTS_MAX,
} from "../domain/event-cursor.ts";
import type { EventScope } from "../domain/event-feed.ts";
import type { Platform } from "../domain/platform.ts";
import { cursorExpired, invalidInput } from "../errors.ts";
import { presentEvent } from "../responses/event-response.ts";

type PollEventsInput = {
  readonly userId: number;
  readonly cursor?: string | undefined;
  /** RFC 3339. */
  readonly from?: string | undefined;
  readonly scope: EventScope;
  readonly types?: readonly EventType[] | undefined;
  readonly platform?: Platform | undefined;
  readonly limit: number;
};

/** Returns the events after a cursor, and the cursor after them. A repeated cursor returns the same events again. */
export async function pollEvents(deps: { readonly db: Db }, input: PollEventsInput) {
  const { userId, scope, types = [], platform, limit } = input;
  const start = startOf(input);
  const chosen = { types: types.length === 0 ? null : types, platform: platform ?? null };
  const page = await findEvents(deps.db, { userId, start, scope, ...chosen, limit });
  checkReach(start, page);

  const shown = page.events.slice(0, limit);
  const last = page.events.length > limit ? shown.at(-1) : lastOfFullScan(page);
  const waitsSince = last?.reported_at ?? page.held_since ?? page.now;
  return {
    data: shown.map(({ event }) => presentEvent(event)),
    meta: {
      next_cursor: formatCursor({ epoch: page.epoch, ...(last === undefined ? endOf(page) : placeOf(last)) }),
      has_more: last !== undefined,
      lag_seconds: Math.max(0, Math.round(page.now - waitsSince)),
    },
  };
}

function startOf({ cursor: text, from }: PollEventsInput): EventStart {
  if (text === undefined) return from === undefined ? "now" : { from: new Date(from) };
  if (from !== undefined) throw invalidInput({ from: ["The from field must not be sent together with a cursor."] });
  const cursor = parseCursor(text);
  if (cursor === undefined) throw invalidInput({ cursor: ["The selected cursor is invalid."] });
  return { cursor };
}

const DAY_SECONDS = 86_400;
/** A time that a response names is still within reach when the client sends it. */
const HOUR_SECONDS = 3_600;

/**
 * Nobody has been given a cursor that is ahead of the database, unless it lost what it had. A cursor after which
 * nothing was written is never too old.
 */
function checkReach(start: EventStart, { epoch, now, settled_until, first_scanned }: EventLogPage): void {
  const earliest = now - CHANGES_DAYS * DAY_SECONDS;
  if (start === "now") return;
  if ("from" in start) {
    const from = start.from.getTime() / 1_000;
    if (from < earliest) throw invalidInput({ from: [`The from field must be within ${CHANGES_DAYS} days.`] });
    if (from > now) throw invalidInput({ from: ["The from field must not be in the future."] });
    return;
  }
  const { cursor } = start;
  const isLost = cursor.epoch !== epoch || BigInt(cursor.writtenIn) > BigInt(settled_until);
  if (isLost || (first_scanned !== null && first_scanned.reported_at < earliest)) {
    throw cursorExpired(`${new Date((earliest + HOUR_SECONDS) * 1_000).toISOString().slice(0, 19)}Z`);
  }
}

function lastOfFullScan({ scanned, last_scanned }: EventLogPage) {
  return scanned === SCANNED_EVENTS_MAX && last_scanned !== null ? last_scanned : undefined;
}

/** All events of settled transactions have been read. */
function endOf({ settled_until }: EventLogPage): EventPlace {
  return { writtenIn: settled_until, id: "0" };
}

function placeOf({ written_in, id }: { readonly written_in: string; readonly id: string }): EventPlace {
  return { writtenIn: written_in, id };
}
