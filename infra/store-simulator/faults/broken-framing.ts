import type { brokenFramingKinds } from "./fault-kinds.ts";
import { flow } from "./floods.ts";
import type { Exchange, Outcome, Responder } from "./responder.ts";

const MISSING_BYTES = 1_000;

/** Bodies whose length differs from their headers. */
export const brokenFraming: Readonly<Record<(typeof brokenFramingKinds)[number], Responder>> = {
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
    return flow(response, headers, endlessly(Buffer.from(body.padEnd(1_024))));
  },
};

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

function* endlessly(chunk: Buffer): Iterable<Buffer> {
  for (;;) yield chunk;
}
