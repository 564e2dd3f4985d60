import { createHash, createHmac } from "node:crypto";

import { ScraperAccessError } from "./scraper-errors.ts";

/** One GET. Rejects with the signal's reason when the time is over. Never follows a redirect. */
export type Transport = (request: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<Response>;

export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** `now` is the machine's own clock: AWS rejects a signature that is more than five minutes off. */
export function createSignedTransport(deps: {
  /** Asked for each request, since the runtime may renew them. */
  readonly credentials: () => AwsCredentials;
  readonly region: string;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
}): Transport {
  const loading = loadSigner(deps);

  return async ({ url, headers, signal }) => {
    const unsigned = {
      method: "GET",
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...headers, host: url.host },
    };
    const signed = await (await loading).sign(unsigned, { signingDate: deps.now() });
    // fetch sends the host of the address itself and lets nobody else set it.
    const { host: _host, ...sent } = signed.headers;
    return deps.fetch(url, { headers: sent, signal, redirect: "manual" });
  };
}

/** In a chunk of its own, which loads while the request is admitted. */
async function loadSigner(deps: { readonly credentials: () => AwsCredentials; readonly region: string }) {
  const { SignatureV4 } = await import("@smithy/signature-v4");
  return new SignatureV4({
    service: "lambda",
    region: deps.region,
    credentials: async () => deps.credentials(),
    sha256: Sha256,
  });
}

/** The credentials that Lambda gives to a function, from its variables. */
export function readAwsCredentials(variables: Readonly<Record<string, string | undefined>>): AwsCredentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = variables;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new ScraperAccessError({ status: null, detail: "the environment holds no AWS credentials" });
  }
  const key = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return AWS_SESSION_TOKEN ? { ...key, sessionToken: AWS_SESSION_TOKEN } : key;
}

type HashInput = string | ArrayBuffer | ArrayBufferView;

// A class because the signer calls it with `new`.
class Sha256 {
  readonly #hash;

  constructor(secret?: HashInput) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", toBytes(secret));
  }

  update(data: HashInput): void {
    this.#hash.update(toBytes(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function toBytes(data: HashInput): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, "utf8");
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data);
}
