import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

export type AwsCredentials = {
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
