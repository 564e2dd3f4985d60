import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpReply, jsonResponse, type ReceivedRequest } from "./http-payload.ts";

export const LOCALHOST = "127.0.0.1";

export type Listener = { readonly port: number; readonly url: string; readonly close: () => Promise<void> };

/** Listens on this machine only. Rejects bodies larger than `bodyBytesMax`. */
export async function listen(input: {
  readonly port: number;
  readonly bodyBytesMax: number;
  readonly reply: (request: ReceivedRequest) => Promise<HttpReply>;
  readonly onError: (error: unknown) => void;
}): Promise<Listener> {
  const server = createServer((incoming, response) => {
    respond(incoming)
      .catch((error: unknown) => {
        input.onError(error);
        return jsonResponse(500, { message: "Internal Server Error" });
      })
      .then((reply) => send(response, reply))
      .catch((error: unknown) => {
        input.onError(error);
        response.destroy();
      });
  });

  async function respond(incoming: IncomingMessage): Promise<HttpReply> {
    const body = await readBody(incoming, input.bodyBytesMax);
    if (!body) return jsonResponse(413, { message: "Request Entity Too Large" });
    return await input.reply({
      method: incoming.method ?? "GET",
      target: incoming.url ?? "/",
      headers: incoming.headers,
      body,
      sourceIp: incoming.socket.remoteAddress ?? LOCALHOST,
    });
  }

  await start(server, input.port);
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${LOCALHOST}:${port}`, close: () => close(server) };
}

function start(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOCALHOST, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Returns undefined when the body is too large, and discards the rest of it. */
async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
  }
  return bytes <= bytesMax ? Buffer.concat(chunks) : undefined;
}

function send(response: ServerResponse, reply: HttpReply): void {
  const isBodyless = reply.statusCode === 204 || reply.statusCode === 304 || reply.statusCode < 200;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (!isBodyless) response.setHeader("content-length", reply.body.length);
  response.writeHead(reply.statusCode);
  response.end(isBodyless ? undefined : reply.body);
}
