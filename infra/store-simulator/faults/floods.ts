import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";

import type { floodKinds } from "./fault-kinds.ts";
import type { Outcome, Responder } from "./responder.ts";

const MEGABYTE = 1_000_000;
const BOMB_MEMBER_BYTES = 10 * MEGABYTE;
const BOMB_MEMBERS = 1_000;
const PADDING = Buffer.alloc(65_536, " ");

/** Responses that no client should read to the end. They are generated while they are sent. */
export const floods: Readonly<Record<(typeof floodKinds)[number], Responder>> = {
  /** About 10 MB on the wire, 10 GB unpacked. */
  gzip_bomb({ response, reply }) {
    const headers = { ...reply().headers, "content-encoding": "gzip" };
    const member = gzipSync(Buffer.alloc(BOMB_MEMBER_BYTES, " "), { level: 9 });
    return flow(response, headers, repeated(member, BOMB_MEMBERS));
  },
  padded_to_5_mb: padded(5 * MEGABYTE),
  padded_to_200_mb: padded(200 * MEGABYTE),
};

/** Sends as fast as the client reads, and ends when it leaves. */
export function flow(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  chunks: Iterable<Buffer>,
): Outcome {
  response.writeHead(200, headers);
  // Clients are expected to disconnect early.
  pipeline(Readable.from(chunks), response).catch(() => undefined);
  return { status: 200 };
}

/** The usual response followed by spaces: valid in every format, but too large. */
function padded(bytesTotal: number): Responder {
  return ({ response, reply }) => {
    const { headers, body } = reply();
    return flow(
      response,
      { ...headers, "content-length": String(bytesTotal) },
      paddedTo(Buffer.from(body), bytesTotal),
    );
  };
}

function* paddedTo(body: Buffer, bytesTotal: number): Iterable<Buffer> {
  yield body;
  for (let left = bytesTotal - body.length; left > 0; left -= PADDING.length) yield PADDING.subarray(0, left);
}

function* repeated(chunk: Buffer, times: number): Iterable<Buffer> {
  for (let time = 0; time < times; time += 1) yield chunk;
}
