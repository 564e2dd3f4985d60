import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

import { AppError, invalidInput } from "../errors.ts";

export const BODY_BYTES_MAX = 256 * 1024;

const BASE64_LENGTH_MAX = Math.ceil(BODY_BYTES_MAX / 3) * 4;
const UNSUPPORTED_MEDIA_TYPE = 415;

const parser = jsonBodyParser();

/** Returns the parsed body. A request without a body counts as an empty object, which the contract checks. */
export async function readJsonBody(sent: APIGatewayProxyEventV2, context: Context): Promise<unknown> {
  rejectEncodedBody(sent);
  const text = readBodyText(sent);
  if (text === undefined) return {};

  const event = { ...sent, body: text, isBase64Encoded: false };
  try {
    await parser.before?.({ event, context, response: undefined, error: null, internal: {} });
  } catch (cause) {
    throw toAppError(cause);
  }
  return event.body;
}

/** Returns the body as text, decoded and bounded before anything parses it; undefined if there is none. */
export function readBodyText(event: Pick<APIGatewayProxyEventV2, "body" | "isBase64Encoded">): string | undefined {
  const { body, isBase64Encoded } = event;
  if (body === undefined || body === null || body === "") return undefined;
  const isOver = isBase64Encoded ? body.length > BASE64_LENGTH_MAX : Buffer.byteLength(body) > BODY_BYTES_MAX;
  if (isOver) throw bodyTooLarge();
  if (!isBase64Encoded) return body;

  const bytes = Buffer.from(body, "base64");
  if (bytes.length > BODY_BYTES_MAX) throw bodyTooLarge();
  return decodeUtf8(bytes);
}

/** This service does not announce that it reads compressed bodies, so clients may not send them. */
function rejectEncodedBody({ body, headers }: Pick<APIGatewayProxyEventV2, "body" | "headers">): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (!body || encoding === "" || encoding === "identity") return;
  throw new AppError("unsupported_media_type", "The body must be sent as it is, without a content encoding.");
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("malformed_body", "The body is not UTF-8.", { cause });
  }
}

function bodyTooLarge(): AppError {
  return new AppError("body_too_large", `The body must not be larger than ${BODY_BYTES_MAX / 1024} KiB.`);
}

function toAppError(cause: unknown): AppError {
  const status = cause instanceof Error && "statusCode" in cause ? cause.statusCode : undefined;
  return status === UNSUPPORTED_MEDIA_TYPE
    ? new AppError("unsupported_media_type", "The body must be sent as application/json.", { cause })
    : new AppError("malformed_body", "The body is not valid JSON.", { cause });
}

export type QueryValue = string | readonly string[] | Readonly<Record<string, string>>;
export type QueryInput = Readonly<Record<string, QueryValue>>;

type Pair = { readonly name: string; readonly subKey: string | null; readonly value: string };

const PAIRS_MAX = 200;
const nameWithSubKey = /^([^[\]]+)\[([^[\]]*)\]$/;

/**
 * Returns the values of a raw query string, because API Gateway joins repeated keys with commas. `key[]=a` and repeated
 * keys make a list, `key[k]=v` a map; blank values count as absent.
 */
export function readQuery(rawQueryString: string): QueryInput {
  const pairsByName = new Map<string, Pair[]>();
  for (const pair of splitPairs(rawQueryString).map(readPair)) {
    if (pair.value.trim() === "") continue;
    const known = pairsByName.get(pair.name);
    if (known === undefined) pairsByName.set(pair.name, [pair]);
    else known.push(pair);
  }
  return Object.fromEntries([...pairsByName].map(([name, pairs]) => [name, joinPairs(pairs)]));
}

export function omitParameters(rawQueryString: string, ...names: readonly string[]): string {
  return splitPairs(rawQueryString)
    .filter((pair) => !names.includes(readPair(pair).name))
    .join("&");
}

function splitPairs(rawQueryString: string): string[] {
  const pairs = rawQueryString.split("&", PAIRS_MAX + 1).filter((pair) => pair !== "");
  if (pairs.length > PAIRS_MAX)
    throw invalidInput({ query: [`The query must not have more than ${PAIRS_MAX} parameters.`] });
  return pairs;
}

function readPair(pair: string): Pair {
  const equals = pair.indexOf("=");
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
  const [, baseName, subKey] = nameWithSubKey.exec(name) ?? [];
  return baseName === undefined ? { name, subKey: null, value } : { name: baseName, subKey: subKey ?? "", value };
}

function joinPairs(pairs: readonly Pair[]): QueryValue {
  const [first] = pairs;
  if (pairs.length === 1 && first?.subKey === null) return first.value;
  const named = pairs.filter((pair) => pair.subKey !== null && pair.subKey !== "");
  if (named.length > 0) return Object.fromEntries(named.map((pair) => [pair.subKey, pair.value]));
  return pairs.map((pair) => pair.value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidInput({ query: ["The query is not percent-encoded UTF-8."] });
  }
}
