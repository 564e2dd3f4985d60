import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Platform } from "../../lib/domain/platform.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { createConnector } from "../../lib/stores/create-connectors.ts";
import type { ConnectorLogger } from "../../lib/stores/scraper-client.ts";
import { createSignedTransport } from "../../lib/stores/signed-transport.ts";
import type { StoreBudget } from "../../lib/stores/store-budget.ts";

export const testCredentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret", sessionToken: "session" };

/** How the stub answers one request: a status with a JSON body, or by hand. */
export type StubAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export type StubScraper = {
  readonly url: string;
  /** Raw targets of the requests received, in order. */
  readonly targets: string[];
  /** Answers in turn; the last one repeats. */
  answer(...answers: readonly StubAnswer[]): void;
  connector(platform: Platform, logger?: ConnectorLogger, budget?: StoreBudget): StoreConnector;
  stop(): Promise<void>;
};

/** A server in the place of a scraper that answers what a test tells it to, reached by signed calls over the wire. */
export async function startStubScraper(): Promise<StubScraper> {
  const targets: string[] = [];
  let answers: StubAnswer[] = [];

  const { url, stop } = await listen((request, response) => {
    targets.push(request.url ?? "");
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof answer === "function") answer(request, response);
    else sendJson(response, answer ?? { status: 500 });
  });

  return {
    url,
    targets,
    answer: (...next) => {
      answers = [...next];
      targets.length = 0;
    },
    connector: (platform, logger, budget) =>
      createConnector({
        platform,
        baseUrl: url,
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
    stop,
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
  answer: { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? "");
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(body);
}
