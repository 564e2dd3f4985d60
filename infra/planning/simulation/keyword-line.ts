import { createSlots } from "./paced-slots.ts";

/** The tracked terms of a store. A term is read once a day, at a pace of at most `perMinute`. */
export function createKeywordLine(count: number, perMinute: number) {
  return {
    count: perMinute > 0 ? count : 0,
    perMinute,
    slots: createSlots(perMinute),
    /** The terms, those read longest ago first, and when each was read. */
    order: Array.from({ length: count }, (_, term) => term),
    readAt: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    /** The number of terms read on each day, and `daysRead` has the number of days on which each term was read. */
    readsOfDays: Array.of<number>(),
    daysRead: new Uint16Array(count),
  };
}
