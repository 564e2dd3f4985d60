import { parseJson } from "../../http/parse-json.ts";
import { entryAt } from "./page-data.ts";

/** What every response of Google's own procedures begins with. */
export const BATCH_PREFIX = ")]}'";

/** The payload of a chunked response, of which the library too reads the first chunk alone. */
export function chunkedPayload(body: string): unknown {
  return payloadOf(parseJson(body.split("\n", 4)[3] ?? ""));
}

/** The payload of a response in one piece. */
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
