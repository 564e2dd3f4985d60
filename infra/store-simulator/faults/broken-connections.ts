import type { Exchange, Outcome, Responder } from "./responder.ts";

const SLOW_BYTE_EVERY_MS = 1_000;

export const brokenConnections = {
  timeout: () => ({ status: null }),
  reset({ response }) {
    response.socket?.resetAndDestroy();
    return { status: null };
  },
  disconnect: (exchange) => sendShare(exchange, 0.5, () => exchange.response.destroy()),
  reset_in_body: (exchange) => sendShare(exchange, 0.5, () => exchange.response.socket?.resetAndDestroy()),
  stall: (exchange) => sendShare(exchange, 0.5, () => undefined),
  hang_after_headers: (exchange) => sendShare(exchange, 0, () => undefined),
  slow_body: sendSlowly,
} satisfies Readonly<Record<string, Responder>>;

function sendShare(exchange: Exchange, share: number, then: () => void): Outcome {
  const { bytes, status } = begin(exchange);
  if (share === 0) exchange.response.flushHeaders();
  else exchange.response.write(bytes.subarray(0, Math.max(Math.floor(bytes.length * share), 1)), then);
  return { status };
}

function sendSlowly(exchange: Exchange): Outcome {
  const { response } = exchange;
  const { bytes, status } = begin(exchange);
  let sent = 0;
  function sendByte(): void {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }
  const timer = setInterval(sendByte, SLOW_BYTE_EVERY_MS).unref();
  response.once("close", () => clearInterval(timer));
  sendByte();
  return { status };
}

function begin({ response, reply }: Exchange): { readonly bytes: Buffer; readonly status: number } {
  const { status, headers, body } = reply();
  const bytes = Buffer.from(body.padEnd(2));
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  return { bytes, status };
}
