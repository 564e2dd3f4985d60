import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { AppError } from "../errors.ts";

type Request = {
  readonly headers: APIGatewayProxyEventV2["headers"];
  readonly requestContext: { readonly domainName: string };
};

/**
 * Rejects what a browser sends on behalf of another site: such a request would carry, or set, the session of a person
 * who did not mean it. Browsers name the site in headers that no page can set; other clients name none.
 */
export function rejectOtherSites({ headers, requestContext }: Request): void {
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined ? isOwnOrigin(headers.origin, requestContext.domainName) : site === "same-origin";
  if (!isOwn) throw new AppError("forbidden", "The request comes from another site.");
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
