import { parseJson } from "../../contracts/wire.ts";
import { entryAt } from "./page-data.ts";

export const BATCH_PREFIX = ")]}'";

/** Returns the payload of a chunked response. Like the library, it reads only the first chunk. */
export function chunkedPayload(body: string): unknown {
  return payloadOf(parseJson(body.split("\n", 4)[3] ?? ""));
}

export function plainPayload(body: string): unknown {
  return payloadOf(parseJson(body.slice(BATCH_PREFIX.length)));
}

export function plainResponse(payload: unknown): string {
  return `${BATCH_PREFIX}\n${JSON.stringify([["wrb.fr", null, JSON.stringify(payload)]])}`;
}

function payloadOf(envelope: unknown): unknown {
  const payload = entryAt(envelope, [0, 2]);
  return typeof payload === "string" ? parseJson(payload) : undefined;
}
