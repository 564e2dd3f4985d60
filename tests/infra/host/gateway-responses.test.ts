import { afterEach, describe, expect, it } from "vitest";

import { importPublisherAppsContract } from "../../../functions/publishers/import-publisher-apps.contract.ts";
import type { Outcome } from "../../../infra/local/host/environment.ts";
import { createHttpApi, HTTP_API_BODY_BYTES_MAX } from "../../../infra/local/host/http-api.ts";
import { type Listener, listen } from "../../../infra/local/host/http-server.ts";
import { unthrottled } from "../../../infra/local/host/model.ts";
import { fullPath } from "../../../lib/http/contract.ts";
import { undocumentedIn } from "../../support/documented-responses.ts";

const contract = importPublisherAppsContract;
const path = fullPath(contract).replace("{platform}", "ios").replace("{external_id}", "1");

type Sent = { readonly path?: string; readonly bytes?: number; readonly outcome?: Outcome | "none" };
const failed = (kind: "error" | "timeout" | "crash" | "throttled"): Outcome => ({
  ok: false,
  kind,
  errorType: "E",
  errorMessage: "secret",
});
const cases: readonly (readonly [number, string, Sent])[] = [
  [400, "to a path whose encoding is broken", { path: path.replace("/1/", "/%ff/") }],
  [413, "to a body over 10 MB", { bytes: HTTP_API_BODY_BYTES_MAX + 1 }],
  [500, "after an error", { outcome: failed("error") }],
  [500, "after a timeout", { outcome: failed("timeout") }],
  [500, "after a crash", { outcome: failed("crash") }],
  [500, "after a result that is no response", { outcome: { ok: true, payload: '{"statusCode":"many"}' } }],
  [503, "where too many run already", { outcome: failed("throttled") }],
  [503, "where the function does not end in time", { outcome: "none" }],
];

let listener: Listener | undefined;
afterEach(() => listener?.close());

/** Sends a request over HTTP to a host whose function ends like this. */
async function send({ path: target = path, bytes = 2, outcome = { ok: true, payload: "{}" } }: Sent) {
  const routes = [
    { routeKey: `${contract.method} ${fullPath(contract)}`, functionArn: "it", timeoutMs: 50, isPermitted: true },
  ];
  const reply = createHttpApi({ routes, cors: undefined, throttles: unthrottled }, () =>
    outcome === "none" ? new Promise(() => {}) : Promise.resolve(outcome),
  );
  listener = await listen({ port: 0, bodyBytesMax: HTTP_API_BODY_BYTES_MAX, reply, onError: () => {} });
  return await fetch(listener.url + target, { method: contract.method, body: Buffer.alloc(bytes) });
}

describe("what the host responds in place of a function", () => {
  it.each(cases)("is %i %s, as the OpenAPI document describes it for the gateway", async (status, _when, sent) => {
    const response = await send(sent);

    expect(response.status).toBe(status);
    const contentType = response.headers.get("content-type") ?? undefined;
    const given = { status, contentType, headers: [...response.headers.keys()], body: await response.json() };
    expect(JSON.stringify(given)).not.toContain("secret");
    expect(undocumentedIn(contract, given, "gateway")).toEqual([]);
  });
});
