import jsonBodyParser from "@middy/http-json-body-parser";

import { AppError } from "../errors.ts";
import type { Contract } from "./contract.ts";
import { type EdgeRequest, exchangeOf } from "./exchange.ts";
import { readBodyText, rejectEncodedBody } from "./request-body.ts";

const UNSUPPORTED_MEDIA_TYPE = 415;

const parser = jsonBodyParser();

/** Reads the body of an endpoint that takes one. No body at all is an empty one, for the contract to judge. */
export function parseJsonBody<D>(contract: Contract) {
  return async (request: EdgeRequest<D>): Promise<void> => {
    if (contract.body === null) return;
    rejectEncodedBody(request.event);
    const text = readBodyText(request.event);
    const exchange = exchangeOf(request.event);
    exchange.jsonBody = text === undefined ? {} : await parse(request, text);
  };
}

async function parse<D>(request: EdgeRequest<D>, text: string): Promise<unknown> {
  const event = { ...request.event, body: text, isBase64Encoded: false };
  try {
    await parser.before?.({ ...request, event });
  } catch (cause) {
    throw rejectionOf(cause);
  }
  return event.body;
}

function rejectionOf(cause: unknown): AppError {
  const status = cause instanceof Error && "statusCode" in cause ? cause.statusCode : undefined;
  return status === UNSUPPORTED_MEDIA_TYPE
    ? new AppError("unsupported_media_type", "The body must be sent as application/json.", { cause })
    : new AppError("malformed_body", "The body is not JSON that can be read.", { cause });
}
