import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

import { AppError } from "../errors.ts";

export const BODY_BYTES_MAX = 256 * 1024;

/** Base64 encodes three bytes as four characters. */
const BASE64_LENGTH_MAX = Math.ceil(BODY_BYTES_MAX / 3) * 4;
const UNSUPPORTED_MEDIA_TYPE = 415;

const parser = jsonBodyParser();

/** Returns the parsed body. A request without a body counts as an empty object, for the contract to judge. */
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

/** Returns the body as text, decoded and bounded before anything parses it; undefined when there is none. */
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

/** Clients may compress a body only where the service says that it reads that; this one does not. */
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
