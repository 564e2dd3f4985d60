import { connect } from "node:net";

import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";

export type RawExchange = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As on the wire, framing and all; its beginning, where it is very long. */
  readonly body: Buffer;
  /** All that came, headers included. */
  readonly bytes: number;
  /** How the connection stood when it was last looked at. */
  readonly ending: "closed" | "reset" | "open";
};

const BYTES_MAX = 256_000_000;
const BYTES_KEPT_MAX = 16_000_000;

/** One request over a bare socket, watched until it ends, it has sent enough, or the time is over. */
export function exchangeRaw(
  simulator: StoreSimulator,
  address: { readonly host: string; readonly path: string },
  { forMs = 2_000, bytesMax = BYTES_MAX }: { readonly forMs?: number; readonly bytesMax?: number } = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(simulator.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  let bytes = 0;

  return new Promise((resolve) => {
    const finish = (ending: RawExchange["ending"]) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parse(Buffer.concat(chunks)), bytes, ending });
    };
    const timer = setTimeout(() => finish("open"), forMs);
    socket.on("data", (chunk) => {
      if (bytes < BYTES_KEPT_MAX) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) finish("open");
    });
    socket.on("end", () => finish("closed"));
    socket.on("error", () => finish("reset"));
    socket.write(`GET ${address.path} HTTP/1.1\r\nhost: ${address.host}\r\nconnection: close\r\n\r\n`);
  });
}

function parse(received: Buffer): Omit<RawExchange, "bytes" | "ending"> {
  const end = received.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = received.subarray(0, Math.max(end, 0)).toString().split("\r\n");
  const headers = lines.map((line) => line.split(": ")).map(([name = "", value = ""]) => [name.toLowerCase(), value]);
  return {
    status: Number(statusLine.split(" ")[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: end < 0 ? Buffer.alloc(0) : received.subarray(end + 4),
  };
}
