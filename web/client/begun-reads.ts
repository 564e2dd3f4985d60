import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";

/** A response that no screen has taken by then is read again. */
const KEPT_MS = 10_000;

type BegunRead = { readonly queryKey: readonly [ReadName, Input<ReadName>]; readonly body: Promise<unknown> };

const begun = new Map<string, BegunRead>();

/** Sends a request before the screen that shows its response is there. */
export function beginRead<O extends ReadName>(operation: O, input: Input<O>): void {
  const key = keyOf(operation, input);
  const body = call(operation, input);
  begun.set(key, { queryKey: [operation, input], body });
  const drop = () => begun.delete(key);
  body.catch(drop);
  setTimeout(drop, KEPT_MS);
}

/** Returns the response that was requested ahead, once. */
export function takeBegunRead<O extends ReadName>(operation: O, input: Input<O>): Promise<Body<O>> | undefined {
  const key = keyOf(operation, input);
  const read = begun.get(key);
  begun.delete(key);
  // The key names the operation, whose response has this type.
  return read?.body as Promise<Body<O>> | undefined;
}

/** Passes the responses that have been requested ahead to `keep` as they arrive. Screens read again what has failed. */
export async function keepBegunReads(keep: (queryKey: BegunRead["queryKey"], body: unknown) => void): Promise<void> {
  const keepOne = async ([key, { queryKey, body }]: [string, BegunRead]) => {
    const response = await body;
    // A screen has taken it, or the session has ended.
    if (begun.delete(key)) keep(queryKey, response);
  };
  await Promise.allSettled([...begun].map(keepOne));
}

/** A session shows nothing that was read for the one before it. */
export function dropBegunReads(): void {
  begun.clear();
}

function keyOf(operation: ReadName, input: Input<ReadName>): string {
  return JSON.stringify([operation, input]);
}
