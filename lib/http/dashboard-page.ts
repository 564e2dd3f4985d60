import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { DASHBOARD_PATH } from "../domain/dashboard-path.ts";
import { type PageFacts, withFacts } from "./page-facts.ts";
import { contentSecurityPolicy, type StaticFile, staticResponse, staysWithOpener } from "./static-file.ts";

export type DashboardPage = {
  /** The page at each address that no path of `variants` matches. */
  readonly page: StaticFile;
  /** Pages that also name the files of their screens. `path` is a regular expression for the address' path. */
  readonly variants: readonly { readonly path: string; readonly page: StaticFile }[];
  /** The keys are file names. The name of a file changes with its content. */
  readonly assets: Readonly<Record<string, StaticFile>>;
};

type Result = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const STORE_IMAGES = ["https://*.mzstatic.com", "https://play-lh.googleusercontent.com"];

/** A client sends its user to the first page, and the user may log in on the second. */
const pagesOfClients = new Set([`${DASHBOARD_PATH}/authorize`, `${DASHBOARD_PATH}/login`]);

export type DashboardOptions = PageFacts & {
  /** Origins of pictures besides those of the stores. */
  readonly imageOrigins: readonly string[];
  readonly respondToUnknown: Result;
};

export function createDashboardPage({ page, variants, assets }: DashboardPage, options: DashboardOptions): Result {
  const { imageOrigins, pictures, registration, email, oauth, respondToUnknown } = options;
  const files = new Map(Object.entries(assets));
  const facts = { pictures, registration, email, oauth };
  const index = withFacts(page, facts);
  const known = variants.map((variant) => ({ path: new RegExp(variant.path), page: withFacts(variant.page, facts) }));
  const pageAt = (path: string) => known.find((variant) => variant.path.test(path))?.page ?? index;
  const opened = pictures === undefined ? [] : [new URL(pictures.served).origin];
  const images = [...STORE_IMAGES, ...imageOrigins, ...opened];
  const policy = contentSecurityPolicy({ images, isTrustedTypesOnly: true, hasDefaultPolicy: true });

  return async (event) => {
    const name = event.pathParameters?.asset;
    const file = name === undefined ? pageAt(event.rawPath) : files.get(name);
    if (file === undefined) return respondToUnknown(event);
    const response = staticResponse(file, event, policy);
    if (!pagesOfClients.has(event.rawPath)) return response;
    return { ...response, headers: { ...response.headers, ...staysWithOpener } };
  };
}
