import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { createConnector } from "../../lib/stores/create-connector.ts";
import { createSignedTransport } from "../../lib/stores/signed-transport.ts";
import type { RetryBudget } from "../../lib/stores/store-budget.ts";
import type { ConnectorLogger } from "../../lib/stores/store-call.ts";

export const testCredentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret", sessionToken: "session" };

/** The stub's response to one request: a status with a JSON body, or a handler. */
export type StubResponse =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | ((request: IncomingMessage, response: ServerResponse) => void);

type StubScraper = {
  /** Raw targets of the requests received, in order. */
  readonly targets: string[];
  /** Responses in turn; the last one repeats. */
  reply(...replies: readonly StubResponse[]): void;
  connector(platform: Platform, logger?: ConnectorLogger, budget?: RetryBudget): StoreConnector;
};

/** A server in place of a scraper for the tests of a suite, with their responses, reached by signed calls over HTTP. */
export function useStubScraper(): StubScraper {
  const targets: string[] = [];
  let replies: StubResponse[] = [];
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    server = await listen((request, response) => {
      targets.push(request.url ?? "");
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (typeof reply === "function") reply(request, response);
      else sendJson(response, reply ?? { status: 500 });
    });
  });
  afterAll(() => server.stop());

  return {
    targets,
    reply: (...next) => {
      replies = [...next];
      targets.length = 0;
    },
    connector: (platform, logger, budget) =>
      createConnector({
        platform,
        baseUrl: server.url,
        transport: createSignedTransport({
          credentials: () => testCredentials,
          region: "eu-central-1",
          fetch,
          now: () => new Date(),
        }),
        random: () => 0,
        ...(logger === undefined ? {} : { logger }),
        ...(budget === undefined ? {} : { budget }),
      }),
  };
}

/** Serves on a free port of this machine. */
export async function listen(listener: RequestListener): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address of this type; a pipe would have a string.
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

function sendJson(
  response: ServerResponse,
  reply: { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  const body = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? "");
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  response.end(body);
}
