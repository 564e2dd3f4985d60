import { Readable } from "node:stream";

import { unusable } from "./check-record.ts";
import { type Call, orAborted } from "./route.ts";
import { EmptyListError } from "./store-errors.ts";
import type { StoreHttpClient, StoreRequest, StoreResponse } from "./store-http-client.ts";

/** Sends one request that a library makes during a call. */
export type LibrarySend = (request: StoreRequest) => Promise<Readable>;

/**
 * Makes one call of a scraping library. Libraries reduce failures to messages, so a failed request's own error is kept
 * and thrown. Any other library error means an unreadable response.
 */
export async function callLibrary<T>(
  http: StoreHttpClient,
  call: Call,
  deps: {
    readonly run: (send: LibrarySend) => Promise<T>;
    readonly receive: (response: StoreResponse, request: StoreRequest) => StoreResponse;
  },
): Promise<T> {
  const failures: unknown[] = [];
  const send = async (request: StoreRequest) => {
    try {
      return incomingMessage(deps.receive(await http(request, call), request));
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

export async function orEmpty<T>(rows: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof EmptyListError) return [];
    throw error;
  }
}

function incomingMessage({ status, body }: StoreResponse): Readable {
  return Object.assign(Readable.from([Buffer.from(body)], { objectMode: false }), { statusCode: status, headers: {} });
}
