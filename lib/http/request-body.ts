import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { AppError } from "../errors.ts";

export const BODY_BYTES_MAX = 256 * 1024;

/** Base64 spends four characters on three bytes. */
const BASE64_LENGTH_MAX = Math.ceil(BODY_BYTES_MAX / 3) * 4;

/** The body as text, decoded and bounded before anything parses it; undefined when there is none. */
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

/** Clients may compress what they send only where a service says that it reads that; this one does not. */
export function rejectEncodedBody({ body, headers }: Pick<APIGatewayProxyEventV2, "body" | "headers">): void {
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
