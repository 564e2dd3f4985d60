import { Agent } from "node:http";
import { Writable } from "node:stream";
import * as z from "zod";

import { askLibrary, type LibrarySend } from "../../http/ask-library.ts";
import { createExchange, type Exchange, type ExchangeDeps, type StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { notAResponse } from "../../http/store-errors.ts";

/** How app-store-scraper's calls and our own page reads reach Apple. */
export type AppleTransport = {
  readonly exchange: Exchange;
  /** One call of the library, which is to pass the request options on. */
  readonly ask: <T>(
    call: Call,
    run: (requestOptions: Readonly<Record<string, unknown>>) => Promise<T>,
    options?: AskOptions,
  ) => Promise<T>;
};

export type AskOptions = {
  /** What the library gets to see of a response; throws what the response means, where its content says so. */
  readonly receive?: (reply: StoreResponse) => StoreResponse;
  /** Where to ask, instead of at the address that the library has for it. */
  readonly address?: URL;
  /** Headers that win over the library's. */
  readonly headers?: Readonly<Record<string, string>>;
};

export function createAppleTransport(deps: ExchangeDeps): AppleTransport {
  const exchange = createExchange(deps, {
    hosts: ["itunes.apple.com", "search.itunes.apple.com", "apps.apple.com"],
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    // Apple returns a bare 403 to those that ask too often.
    throttlingStatuses: [403, 429],
    isChallenge: () => false,
  });

  return {
    exchange,
    ask: (call, run, { receive = (reply: StoreResponse) => reply, headers = {}, address } = {}) =>
      askLibrary(exchange, call, {
        run: (send) => run(requestOptions((request) => send({ ...request, url: address ?? request.url }), headers)),
        receive: (reply) => {
          // Apple's interfaces say in the body that they have no such app; a 404 is about the address.
          if (reply.status === 404) throw notAResponse();
          return receive(reply);
        },
      }),
  };
}

function requestOptions(send: LibrarySend, headers: Readonly<Record<string, string>>) {
  const module = { Agent, request: (options: unknown) => clientRequest(send, options, headers) };
  return { httpModules: { "http:": module, "https:": module }, followRedirect: false };
}

const outgoing = z.object({ uri: z.object({ href: z.url() }), headers: z.record(z.string(), z.unknown()) });
const passedOn = ["x-apple-store-front", "accept-language"];

/** As much of Node's `ClientRequest` as the library's HTTP client uses. All its requests are GETs. */
function clientRequest(send: LibrarySend, options: unknown, headers: Readonly<Record<string, string>>): Writable {
  const request = new Writable({
    autoDestroy: false,
    emitClose: false,
    write: (_chunk, _encoding, done) => done(),
    final: (done) => {
      done();
      exchangeInto(request).catch((error: unknown) => request.emit("error", error));
    },
  });

  async function exchangeInto(target: Writable): Promise<void> {
    const { uri, headers: set } = outgoing.parse(options);
    const kept = Object.entries(set).filter(([name]) => passedOn.includes(name.toLowerCase()));
    const own = Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)]));
    const url = new URL(uri.href);
    const response = await send({ url, method: "GET", headers: { ...own, ...headers }, body: null });
    target.emit("response", response);
  }

  return Object.assign(request, { abort: () => request.destroy() });
}
