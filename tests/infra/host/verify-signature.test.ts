import { describe, expect, it } from "vitest";

import type { ReceivedRequest } from "../../../infra/local/host/http-payload.ts";
import { findSignatureFault } from "../../../infra/local/host/verify-signature.ts";
import { createSignedTransport } from "../../../lib/stores/signed-transport.ts";

const KEY = { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "the right secret", sessionToken: "local" };
const NOW = new Date("2026-03-01T12:00:00Z");
const rules = {
  region: "us-east-1",
  service: "lambda",
  secretOf: (accessKeyId: string) => (accessKeyId === KEY.accessKeyId ? KEY.secretAccessKey : undefined),
  now: () => NOW,
};

/** What arrives when the service's own connector signs a call. */
async function sign(path: string, options: { secret?: string; region?: string; signedAt?: Date } = {}) {
  let received: ReceivedRequest | undefined;
  const transport = createSignedTransport({
    credentials: () => ({ ...KEY, secretAccessKey: options.secret ?? KEY.secretAccessKey }),
    region: options.region ?? "us-east-1",
    now: () => options.signedAt ?? NOW,
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const headers = { ...Object.fromEntries(new Headers(init?.headers ?? {})), host: url.host };
      const target = url.pathname + url.search;
      received = { method: "GET", target, headers, body: Buffer.alloc(0), sourceIp: "127.0.0.1" };
      return new Response("{}");
    },
  });
  await transport({ url: new URL(path, "http://127.0.0.1:4000"), headers: {}, signal: AbortSignal.timeout(1_000) });
  if (!received) throw new Error("nothing was sent");
  return received;
}

describe("verifying a signature", () => {
  it.each([
    "/health",
    "/apps/com.example.app/identity?country=us",
    "/developers/C%252B%252B%2BApps/apps",
    "/developers/AC%252FDC%20Inc./apps?b=2&a=1",
    "/developers/caf%C3%A9%20%E6%9D%B1%E4%BA%AC/apps",
    "/apps/search?term=don%27t%20%28stop%29%21%2A&country=us&limit=10",
    "/apps/1/listings/locales?countries=us%2Ces%3Aca",
  ])("accepts the right key on %s", async (path) => {
    expect(await findSignatureFault(await sign(path), rules)).toBeUndefined();
  });

  it("rejects a call without a signature", async () => {
    const request = { method: "GET", target: "/", headers: {}, body: Buffer.alloc(0), sourceIp: "127.0.0.1" };

    expect(await findSignatureFault(request, rules)).toBe("Forbidden");
  });

  it("rejects the wrong secret", async () => {
    expect(await findSignatureFault(await sign("/health", { secret: "another" }), rules)).toMatch(/does not match/);
  });

  it("rejects another region", async () => {
    expect(await findSignatureFault(await sign("/health", { region: "eu-west-1" }), rules)).toMatch(/valid region/);
  });

  it("rejects a signature that is more than five minutes old", async () => {
    const signedAt = new Date(NOW.getTime() - 301_000);

    expect(await findSignatureFault(await sign("/health", { signedAt }), rules)).toBe("Signature expired");
  });

  it.each([
    ["path", { target: "/charts" }],
    ["query", { target: "/health?country=de" }],
    ["method", { method: "POST" }],
    ["body", { body: Buffer.from("{}") }],
  ])("rejects a call whose %s was changed on the way", async (_part, change) => {
    expect(await findSignatureFault({ ...(await sign("/health")), ...change }, rules)).toMatch(/does not match/);
  });
});
