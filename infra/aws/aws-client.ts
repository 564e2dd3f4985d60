import { SQSClient } from "@aws-sdk/client-sqs";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import * as z from "zod";

export const CALL_TIMEOUT_MS = 10_000;
/** The CDK reads these, in this order, before the profile's region. The SDK reads only the first one. */
const REGION_VARIABLES = ["AWS_REGION", "AMAZON_REGION", "AWS_DEFAULT_REGION", "AMAZON_DEFAULT_REGION"];

export function clientOptions(profile?: string) {
  const region = REGION_VARIABLES.map((name) => process.env[name]).find((value) => value);
  return { maxAttempts: 1, ...(profile ? { profile } : {}), ...(region ? { region } : {}) };
}

export async function readRegion(profile?: string): Promise<string> {
  const sqs = new SQSClient(clientOptions(profile));
  try {
    return await sqs.config.region();
  } finally {
    sqs.destroy();
  }
}

export async function findCallerFault(profile?: string): Promise<string | undefined> {
  const sqs = new SQSClient(clientOptions(profile));
  try {
    if (!(await sqs.config.region().catch(() => undefined))) return "Say which region: export AWS_REGION=us-east-1.";
    await sqs.config.credentials();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `No credentials of an account were found, so that aws sts get-caller-identity would fail, too: ${reason}`;
  } finally {
    sqs.destroy();
  }
}

export async function readAccount(profile?: string): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = "Action=GetCallerIdentity&Version=2011-06-15";
  const response = await (await send("sts", { method: "POST", path: "/", headers, body }, profile)).text();
  const [, account] = /<Account>(\d{12})<\/Account>/.exec(response) ?? [];
  if (account !== undefined) return account;
  throw new Error("AWS did not say whose credentials these are.");
}

type Service = "lambda" | "freetier" | "ssm" | "sts";

const globalEndpoints: Readonly<Partial<Record<Service, { readonly region: string; readonly url: string }>>> = {
  freetier: { region: "us-east-1", url: "https://freetier.us-east-1.api.aws" },
};

type Call = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
};

export async function getFromLambda(path: string, profile?: string): Promise<unknown> {
  return await (await send("lambda", { method: "GET", path, headers: {} }, profile)).json();
}

export type Invocation = { readonly functionName: string; readonly event: object; readonly timeoutMs: number };

/** Waits until the invocation ends. Returns the function's error, if any. Throws when it could not be invoked. */
export async function invokeFunction(
  { functionName, event, timeoutMs }: Invocation,
  profile?: string,
): Promise<string | undefined> {
  const path = `/2015-03-31/functions/${functionName}/invocations`;
  const call = { method: "POST", path, headers: {}, body: JSON.stringify(event), timeoutMs } as const;
  const response = await send("lambda", call, profile);
  const kind = response.headers.get("x-amz-function-error");
  if (kind === null) return undefined;
  return functionError.safeParse(await response.json()).data?.errorMessage ?? kind;
}

export async function callJson(
  service: "freetier" | "ssm",
  { target, input }: { readonly target: string; readonly input: object },
  profile?: string,
): Promise<unknown> {
  const version = { freetier: "1.0", ssm: "1.1" }[service];
  const headers = { "content-type": `application/x-amz-json-${version}`, "x-amz-target": target };
  const call = { method: "POST", path: "/", headers, body: JSON.stringify(input) } as const;
  return await (await send(service, call, profile)).json();
}

async function send(service: Service, call: Call, profile?: string): Promise<Response> {
  const sqs = new SQSClient(clientOptions(profile));
  try {
    const { region, url: base } = globalEndpoints[service] ?? regional(service, await sqs.config.region());
    const url = new URL(call.path, process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? base);
    const signer = new SignatureV4({ service, region, credentials: sqs.config.credentials, sha256: Sha256 });
    const { protocol, hostname, host, pathname: path } = url;
    const headers = { ...call.headers, host };
    const signed = await signer.sign({ ...call, protocol, hostname, path, headers, query: {} });
    // fetch sets the host header from the URL and rejects any other.
    const { host: _host, ...given } = signed.headers;
    const response = await fetch(url, {
      method: call.method,
      headers: given,
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: AbortSignal.timeout(call.timeoutMs ?? CALL_TIMEOUT_MS),
      redirect: "error",
    });
    if (response.ok) return response;
    throw new AwsResponseError(service, response.status, await response.json().catch(() => undefined));
  } finally {
    sqs.destroy();
  }
}

function regional(service: Service, region: string) {
  return { region, url: `https://${service}.${region}.amazonaws.com` };
}

const functionError = z.object({ errorMessage: z.string() });
const errorBody = z.object({ __type: z.string().transform((type) => type.split("#").at(-1)) });

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // The message of fetch is "fetch failed" for every failure before a response.
  if (!(cause instanceof Error)) return error.name;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

export function describeUnread(error: unknown, region: string): string {
  const reason = reasonOf(error);
  return error instanceof AwsResponseError
    ? `AWS accepts no request with these credentials in ${region} (${reason}): aws sts get-caller-identity fails, too.`
    : `AWS could not be reached in ${region} (${reason}): look at the network, its proxy, and the region's name.`;
}

/** A response other than a success. Its name is the type of the error, if the service names one. */
export class AwsResponseError extends Error {
  override readonly name: string;

  constructor(service: Service, status: number, body: unknown) {
    super(`${service} responded with status ${status}.`);
    this.name = errorBody.safeParse(body).data?.__type ?? "AwsResponseError";
  }
}
