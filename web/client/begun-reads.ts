import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";

/** A response that no screen has taken by then is read again. */
const KEPT_MS = 10_000;

type QueryKey = readonly [ReadName, Input<ReadName>];
type BegunRead = {
  readonly queryKey: QueryKey;
  readonly body: Promise<unknown>;
  /** The time at which the request was sent. */
  readonly beganAt: number;
};
type ReadSource = { readonly send: typeof call; readonly now: () => number };

/** Reads that are requested before the screen that shows them is there. */
export const begunReads = createBegunReads({ send: call, now: Date.now });

export function createBegunReads({ send, now }: ReadSource) {
  const begun = new Map<string, BegunRead>();
  const keyOf = (operation: ReadName, input: Input<ReadName>) => JSON.stringify([operation, input]);
  return {
    begin: <O extends ReadName>(operation: O, input: Input<O>): Promise<Body<O>> => {
      const key = keyOf(operation, input);
      const body = send(operation, input);
      begun.set(key, { queryKey: [operation, input], body, beganAt: now() });
      const drop = () => begun.delete(key);
      body.catch(drop);
      setTimeout(drop, KEPT_MS);
      return body;
    },
    /** Returns the response that was requested ahead, once. */
    take: <O extends ReadName>(operation: O, input: Input<O>): Promise<Body<O>> | undefined => {
      const key = keyOf(operation, input);
      const read = begun.get(key);
      begun.delete(key);
      // The key names the operation, whose response has this type.
      return read?.body as Promise<Body<O>> | undefined;
    },
    /** Passes the responses to `keep` as they arrive. Screens read again what has failed. */
    keep: async (keep: (queryKey: QueryKey, body: unknown, beganAt: number) => void): Promise<void> => {
      const keepOne = async ([key, { queryKey, body, beganAt }]: [string, BegunRead]) => {
        const response = await body;
        // A screen has taken it, or the session has ended.
        if (begun.delete(key)) keep(queryKey, response, beganAt);
      };
      await Promise.allSettled([...begun].map(keepOne));
    },
    /** A session shows nothing that was read for the one before it. */
    drop: () => begun.clear(),
  };
}
