import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";

import type { Exchange, Outcome, Responder } from "./responder.ts";

const MISSING_BYTES = 1_000;
const MEGABYTE = 1_000_000;
const BOMB_MEMBER_BYTES = 10 * MEGABYTE;
const BOMB_MEMBERS = 1_000;
const PADDING = Buffer.alloc(65_536, " ");

export const brokenBodies = {
  short_content_length: (exchange) =>
    sendRaw(exchange, (body) => [`content-length: ${Math.floor(body.length / 2)}`, body]),
  long_content_length: (exchange) =>
    sendRaw(exchange, (body) => [`content-length: ${body.length + MISSING_BYTES}`, body]),
  broken_chunk: (exchange) =>
    sendRaw(exchange, (body) => {
      const first = body.subarray(0, 16);
      return ["transfer-encoding: chunked", Buffer.concat([asChunk(first), Buffer.from("zz\r\n"), body])];
    }),
  endless_chunks({ response, reply }) {
    const { headers, body } = reply();
    return flow(response, headers, repeated(Buffer.from(body.padEnd(1_024)), Number.POSITIVE_INFINITY));
  },
  /** About 10 MB on the wire, 10 GB unpacked. */
  gzip_bomb({ response, reply }) {
    const headers = { ...reply().headers, "content-encoding": "gzip" };
    const member = gzipSync(Buffer.alloc(BOMB_MEMBER_BYTES, " "), { level: 9 });
    return flow(response, headers, repeated(member, BOMB_MEMBERS));
  },
  padded_to_5_mb: padded(5 * MEGABYTE),
  padded_to_200_mb: padded(200 * MEGABYTE),
} satisfies Readonly<Record<string, Responder>>;

/** Writes to the socket, since Node's server would correct such framing. */
function sendRaw({ response, reply }: Exchange, frame: (body: Buffer) => readonly [string, Buffer]): Outcome {
  const { status, headers, body } = reply();
  const [length, bytes] = frame(Buffer.from(body));
  const lines = [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), length, "connection: close"];
  response.socket?.write(`HTTP/1.1 ${status} Whatever\r\n${lines.join("\r\n")}\r\n\r\n`);
  response.socket?.end(bytes);
  return { status };
}

function asChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

function flow(response: ServerResponse, headers: Readonly<Record<string, string>>, chunks: Iterable<Buffer>): Outcome {
  response.writeHead(200, headers);
  // Clients are expected to disconnect early.
  pipeline(Readable.from(chunks), response).catch(() => undefined);
  return { status: 200 };
}

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
