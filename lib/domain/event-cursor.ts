/**
 * A place in the order in which events are written: after all events of earlier transactions, and after those of this
 * one until the id. Both numbers are texts, because they have more digits than JavaScript's numbers.
 */
export type EventPlace = { readonly writtenIn: string; readonly id: string };

/** Ids of transactions are given again after a restore, so a cursor names its epoch. */
export type EventCursor = EventPlace & { readonly epoch: number };

export const CURSOR_LENGTH_MAX = 200;

/** Days that a cursor, or a time in its place, reaches back. */
export const CHANGES_DAYS = 90;

export const CHANGES_PAGE = { max: 200, fallback: 100 };

/** A page reads at most this many events of all apps, whoever requests it, so that each page takes the same time. */
export const SCANNED_EVENTS_MAX = 5_000;

/**
 * A transaction that writes events is one statement, which the database ends sooner. So an event that was reported this
 * long before a time precedes all events that were reported after that time.
 */
export const WRITING_SECONDS_MAX = 60;

const XID8_MAX = 2n ** 64n - 1n;
const BIGINT_MAX = 2n ** 63n - 1n;
const SMALLINT_MAX = 32_767;

const cursorText = /^(\d{1,5})\.(\d{1,20})\.(\d{1,19})$/;

export function formatCursor({ epoch, writtenIn, id }: EventCursor): string {
  return Buffer.from(`${epoch}.${writtenIn}.${id}`).toString("base64url");
}

/** Returns undefined if the text is no cursor. Only the text that `formatCursor` returns is one. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, epoch, writtenIn, id] = cursorText.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (epoch === undefined || writtenIn === undefined || id === undefined) return undefined;
  if (Number(epoch) > SMALLINT_MAX || BigInt(writtenIn) > XID8_MAX || BigInt(id) > BIGINT_MAX) return undefined;
  const cursor = { epoch: Number(epoch), writtenIn, id };
  return formatCursor(cursor) === text ? cursor : undefined;
}
