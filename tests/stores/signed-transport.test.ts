import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findSignatureFault } from "../../infra/local/host/verify-signature.ts";
import { createSignedTransport, readAwsCredentials, scraperUrl } from "../../lib/stores/signed-transport.ts";
import { ScraperAccessError, ScraperContractError } from "../../lib/stores/store-errors.ts";
import { listen, testCredentials } from "./stub-scraper.ts";

const hostileTexts = [
  "AC%2FDC+Inc.",
  "C%2B%2B Apps",
  "100% (new!) 'quoted' *starred*",
  "a b+c%20d",
  "café Ünïcode 日本語 🎈",
  "key=value&other;x?y#z/\\",
  "~._-",
];

const now = () => new Date("2026-11-20T12:00:00Z");
const rules = { region: "eu-central-1", service: "lambda", secretOf: () => testCredentials.secretAccessKey, now };

type Seen = { readonly target: string; readonly valid: boolean; readonly headers: NodeJS.Dict<string | string[]> };

describe("signed transport", () => {
  const seen: Seen[] = [];
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    server = await listen(async ({ method = "", url: target = "", headers }, response) => {
      const request = { method, target, headers, body: Buffer.alloc(0), sourceIp: "127.0.0.1" };
      const fault = await findSignatureFault(request, rules);
      seen.push({ target, valid: fault === undefined, headers });
      if (target.startsWith("/moved")) response.writeHead(302, { location: "/elsewhere" });
      response.end("{}");
    });
  });
  beforeEach(() => seen.splice(0));
  afterAll(() => server.stop());

  const send = (
    segments: readonly string[],
    query: Readonly<Record<string, string>>,
    credentials = testCredentials,
  ) => {
    const transport = createSignedTransport({
      credentials: () => credentials,
      region: "eu-central-1",
      fetch,
      now,
    });
    const url = scraperUrl(server.url, { operation: "test", segments, query });
    return transport({ url, headers: { "x-correlation-id": "c-1" }, signal: AbortSignal.timeout(5_000) });
  };

  it.each(hostileTexts)(
    "signs %s in a path and a query so that the receiver's verification accepts it",
    async (text) => {
      await send(["developers", text, "apps"], { term: text, country: "us" });

      const [request] = seen;
      const url = new URL(request?.target ?? "", server.url);
      expect(request?.valid).toBe(true);
      expect(decodeURIComponent(url.pathname.split("/")[2] ?? "")).toBe(text);
      expect(url.searchParams.get("term")).toBe(text);
    },
  );

  it("encodes strictly", async () => {
    await send(["developers", "!'()*", "apps"], { term: "!'()* +" });

    expect(seen[0]?.target).toBe("/developers/%21%27%28%29%2A/apps?term=%21%27%28%29%2A%20%2B");
  });

  it("signs host, session token, date, body hash and correlation id", async () => {
    await send(["health"], {});

    const signedHeaders = /SignedHeaders=([^,]+)/.exec(String(seen[0]?.headers.authorization))?.[1]?.split(";");
    expect(signedHeaders).toEqual([
      "host",
      "x-amz-content-sha256",
      "x-amz-date",
      "x-amz-security-token",
      "x-correlation-id",
    ]);
  });

  it("reads the credentials for each request", async () => {
    const renewed = { ...testCredentials, accessKeyId: "AKIDRENEWED", secretAccessKey: "renewed" };
    const credentials = [testCredentials, renewed];
    const transport = createSignedTransport({
      credentials: () => credentials.shift() ?? renewed,
      region: "eu-central-1",
      fetch,
      now: () => new Date(),
    });
    const request = { url: new URL("/health", server.url), headers: {}, signal: AbortSignal.timeout(5_000) };

    await transport(request);
    await transport(request);

    expect(seen.map(({ headers }) => /Credential=(\w+)/.exec(String(headers.authorization))?.[1])).toEqual([
      "AKIDEXAMPLE",
      "AKIDRENEWED",
    ]);
  });

  it("is rejected by the verification when the secret is another", async () => {
    await send(["health"], {}, { ...testCredentials, secretAccessKey: "wrong" });

    expect(seen[0]?.valid).toBe(false);
  });

  it("does not follow a redirect", async () => {
    const response = await send(["moved"], {});

    expect(response.status).toBe(302);
    expect(seen).toHaveLength(1);
  });
});

describe("scraper address", () => {
  it.each([".", "..", ""])("rejects the path segment %j, which would lead to another route", (segment) => {
    const build = () => scraperUrl("https://x.example/", { operation: "test", segments: ["apps", segment], query: {} });

    expect(build).toThrow(ScraperContractError);
  });

  it("keeps a base path and needs no trailing slash", () => {
    const route = { operation: "test", segments: ["health"], query: {} };

    expect(scraperUrl("https://x.example/ios", route).href).toBe("https://x.example/ios/health");
    expect(scraperUrl("https://x.example/ios/", route).href).toBe("https://x.example/ios/health");
  });
});

describe("credentials from variables", () => {
  it("takes the session token when there is one", () => {
    const variables = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };

    expect(readAwsCredentials(variables)).toEqual({ accessKeyId: "a", secretAccessKey: "b" });
    expect(readAwsCredentials({ ...variables, AWS_SESSION_TOKEN: "c" })).toMatchObject({ sessionToken: "c" });
  });

  it("rejects variables that lack a key", () => {
    expect(() => readAwsCredentials({ AWS_ACCESS_KEY_ID: "a" })).toThrow(ScraperAccessError);
  });
});
