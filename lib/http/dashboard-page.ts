import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { type PageFacts, withFacts } from "./page-facts.ts";
import { contentSecurityPolicy, type StaticFile, staticResponse } from "./static-file.ts";

export type DashboardPage = {
  readonly page: StaticFile;
  /** The keys are file names. The name of a file changes with its content. */
  readonly assets: Readonly<Record<string, StaticFile>>;
};

type Result = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const STORE_IMAGES = ["https://*.mzstatic.com", "https://play-lh.googleusercontent.com"];

export type DashboardOptions = PageFacts & {
  /** Origins of pictures besides those of the stores. */
  readonly imageOrigins: readonly string[];
  readonly respondToUnknown: Result;
};

export function createDashboardPage({ page, assets }: DashboardPage, options: DashboardOptions): Result {
  const { imageOrigins, pictures, registration, respondToUnknown } = options;
  const files = new Map(Object.entries(assets));
  const index = withFacts(page, { pictures, registration });
  const opened = pictures === undefined ? [] : [new URL(pictures.served).origin];
  const images = [...STORE_IMAGES, ...imageOrigins, ...opened];
  const policy = contentSecurityPolicy({ images, isTrustedTypesOnly: true, hasDefaultPolicy: true });

  return async (event) => {
    const name = event.pathParameters?.asset;
    const file = name === undefined ? index : files.get(name);
    return file === undefined ? respondToUnknown(event) : staticResponse(file, event, policy);
  };
}
