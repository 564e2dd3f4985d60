import { Readable } from "node:stream";

import { unusable } from "./check-record.ts";
import type { Exchange, StoreRequest, StoreResponse } from "./exchange.ts";
import type { Call } from "./route.ts";
import { orAborted } from "./route-deadline.ts";
import { EmptyListError } from "./store-errors.ts";

/** Sends one request of a library, on behalf of one of its calls. */
export type LibrarySend = (request: StoreRequest) => Promise<Readable>;

/**
 * Runs one call of a scraping library. Libraries flatten failures into texts, so what failed beneath them is kept
 * here and thrown as it was; any other error of theirs means that they could not read what the store sent.
 */
export async function askLibrary<T>(
  exchange: Exchange,
  call: Call,
  deps: {
    readonly run: (send: LibrarySend) => Promise<T>;
    /** What the library gets to see of a response; throws what the response means, where its content says so. */
    readonly receive: (response: StoreResponse, request: StoreRequest) => StoreResponse;
  },
): Promise<T> {
  const failures: unknown[] = [];
  const send = async (request: StoreRequest) => {
    try {
      return incomingMessage(deps.receive(await exchange(request, call), request));
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };

  try {
    const value = await orAborted(call.signal, deps.run(send));
    if (failures.length === 0) return value;
  } catch (error) {
    if (failures.length === 0) throw call.signal.aborted ? call.signal.reason : unusable(error);
  }
  throw failures[0];
}

/** The rows of a list, where an empty one is a response like any other. */
export async function orEmpty<T>(rows: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof EmptyListError) return [];
    throw error;
  }
}

/** The response in the shape of Node's http client. It is whole and decoded, so none of its headers matters any more. */
function incomingMessage({ status, body }: StoreResponse): Readable {
  return Object.assign(Readable.from([Buffer.from(body)], { objectMode: false }), { statusCode: status, headers: {} });
}
