import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";

/** A response that no screen has taken by then is read again. */
const KEPT_MS = 10_000;

const begun = new Map<string, Promise<unknown>>();

/** Sends a request before the screen that shows its response is there. */
export function beginRead<O extends ReadName>(operation: O, input: Input<O>): void {
  const key = keyOf(operation, input);
  const read = call(operation, input);
  begun.set(key, read);
  const drop = () => begun.delete(key);
  read.catch(drop);
  setTimeout(drop, KEPT_MS);
}

/** Returns the response that was requested ahead, once. */
export function takeBegunRead<O extends ReadName>(operation: O, input: Input<O>): Promise<Body<O>> | undefined {
  const key = keyOf(operation, input);
  const read = begun.get(key);
  begun.delete(key);
  // The key names the operation, whose response has this type.
  return read as Promise<Body<O>> | undefined;
}

/** A session shows nothing that was read for the one before it. */
export function dropBegunReads(): void {
  begun.clear();
}

function keyOf(operation: ReadName, input: Input<ReadName>): string {
  return JSON.stringify([operation, input]);
}
