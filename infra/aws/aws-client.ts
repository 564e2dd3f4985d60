import { SQSClient } from "@aws-sdk/client-sqs";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

export const CALL_TIMEOUT_MS = 10_000;
/** Variables that the CDK reads before the profile's region, in its order; the SDK reads only the first one. */
const REGION_VARIABLES = ["AWS_REGION", "AMAZON_REGION", "AWS_DEFAULT_REGION", "AMAZON_DEFAULT_REGION"];

/** Returns the options by which a client finds the credentials and the region that the CDK would deploy with. */
export function clientOptions(profile?: string) {
  const region = REGION_VARIABLES.map((name) => process.env[name]).find((value) => value);
  return { maxAttempts: 1, ...(profile ? { profile } : {}), ...(region ? { region } : {}) };
}

/** Returns the body of a signed GET to Lambda's API, for which no client is installed. Throws unless it succeeds. */
export async function getFromLambda(path: string, profile?: string): Promise<unknown> {
  const sqs = new SQSClient(clientOptions(profile));
  try {
    const region = await sqs.config.region();
    const url = new URL(path, process.env.AWS_ENDPOINT_URL_LAMBDA ?? `https://lambda.${region}.amazonaws.com`);
    const signer = new SignatureV4({ service: "lambda", region, credentials: sqs.config.credentials, sha256: Sha256 });
    const { protocol, hostname, host, pathname } = url;
    const signed = await signer.sign({
      method: "GET",
      protocol,
      hostname,
      path: pathname,
      headers: { host },
      query: {},
    });
    // fetch sets the host header from the URL and rejects any other.
    const { host: _host, ...headers } = signed.headers;
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS), redirect: "error" });
    if (!response.ok) throw new LambdaResponseError(`Lambda responded with status ${response.status}.`);
    return await response.json();
  } finally {
    sqs.destroy();
  }
}

class LambdaResponseError extends Error {
  override readonly name = "LambdaResponseError";
}
