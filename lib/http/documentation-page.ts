import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { contentSecurityPolicy, type StaticFile, staticResponse } from "./static-file.ts";

export type DocumentationPage = {
  readonly page: StaticFile;
  /** By the last segment of the path. */
  readonly assets: Readonly<Record<string, StaticFile>>;
};

type Result = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const policy = contentSecurityPolicy({ isTrustedTypesOnly: true });

export function createDocumentationPage({ page, assets }: DocumentationPage, respondToUnknown: Result): Result {
  const files = new Map(Object.entries(assets));

  return async (event) => {
    const name = event.pathParameters?.asset;
    const file = name === undefined ? page : files.get(name);
    return file === undefined ? respondToUnknown(event) : staticResponse(file, event, policy);
  };
}
