import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

import { ScraperAccessError, ScraperContractError } from "./store-errors.ts";

/** Sends one GET. Rejects with the signal's reason when it aborts. Never follows a redirect. */
export type Transport = (request: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<Response>;

export function createSignedTransport({
  fetch: send,
  ...signing
}: SignerDependencies & { readonly fetch: typeof fetch }): Transport {
  const sign = createLambdaSigner(signing);
  return async ({ url, headers, signal }) =>
    send(url, { headers: await sign({ method: "GET", url, headers }), signal, redirect: "manual" });
}

type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

export type SignerDependencies = {
  /** Called for each request, since the runtime may renew them. */
  readonly credentials: () => AwsCredentials;
  readonly region: string;
  /** The machine's own clock, because AWS rejects a signature that is more than five minutes off. */
  readonly now: () => Date;
};

type Unsigned = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export function createLambdaSigner({ credentials, region, now }: SignerDependencies) {
  const signer = new SignatureV4({
    service: "lambda",
    region,
    credentials: async () => credentials(),
    sha256: Sha256,
  });
  return async ({ method, url, headers, body }: Unsigned): Promise<Record<string, string>> => {
    const unsigned = {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...headers, host: url.host },
      ...(body === undefined ? {} : { body }),
    };
    const signed = await signer.sign(unsigned, { signingDate: now() });
    // fetch sets the host header from the URL and rejects any other.
    const { host: _host, ...sent } = signed.headers;
    return sent;
  };
}

export function readAwsCredentials(variables: Readonly<Record<string, string | undefined>>): AwsCredentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = variables;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new ScraperAccessError({ status: null, detail: "the environment holds no AWS credentials" });
  }
  const key = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return AWS_SESSION_TOKEN ? { ...key, sessionToken: AWS_SESSION_TOKEN } : key;
}

export type ScraperRoute = {
  readonly operation: string;
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
};

/** Encodes each value once and strictly; otherwise the signed URL would differ from the one that is sent. */
export function scraperUrl(baseUrl: string, { operation, segments, query }: ScraperRoute): URL {
  const base = new URL(baseUrl);
  const path = [base.pathname.replace(/\/+$/, ""), ...segments.map(encodeRfc3986)].join("/");
  const url = new URL(path, base);
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .join("&");

  if (url.pathname !== path || segments.includes("")) {
    throw new ScraperContractError({ operation, detail: "a path segment is empty or a dot segment" });
  }
  return url;
}

function encodeRfc3986(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
