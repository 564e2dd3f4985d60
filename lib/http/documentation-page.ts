import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { presentedSession } from "./browser-session.ts";
import { type StaticFile, staticResponse } from "./static-file.ts";

/** The page and what it loads, ready to be sent. */
export type DocumentationPage = {
  readonly signedOut: StaticFile;
  /** Requests a token at once. Scripts cannot read the cookie, so the server has to show that there is one. */
  readonly signedIn: StaticFile;
  /** By the last segment of the path. */
  readonly assets: Readonly<Record<string, StaticFile>>;
};

type Result = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** Serves the page and its assets from memory. */
export function createDocumentationPage(page: DocumentationPage, respondToUnknown: Result): Result {
  const assets = new Map(Object.entries(page.assets));

  return async (event) => {
    const name = event.pathParameters?.asset;
    if (name === undefined) return showPage(page, event);
    const asset = assets.get(name);
    return asset === undefined ? respondToUnknown(event) : staticResponse(asset, event);
  };
}

function showPage(page: DocumentationPage, event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 {
  const variant = presentedSession(event) === undefined ? page.signedOut : page.signedIn;
  const response = staticResponse(variant, event);
  return { ...response, headers: { ...response.headers, vary: "accept-encoding, cookie" } };
}
