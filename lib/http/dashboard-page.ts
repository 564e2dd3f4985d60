import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { type OpenPictures, withOpenPictures } from "./open-pictures.ts";
import { contentSecurityPolicy, type StaticFile, staticResponse } from "./static-file.ts";

/** The page of every screen, and the files that it loads. */
export type DashboardPage = {
  readonly page: StaticFile;
  /** By name, which changes with the content. */
  readonly assets: Readonly<Record<string, StaticFile>>;
};

type Result = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** Where the stores keep icons and screenshots. */
const STORE_IMAGES = ["https://*.mzstatic.com", "https://play-lh.googleusercontent.com"];

export type DashboardOptions = {
  /** Origins of pictures besides those of the stores. */
  readonly imageOrigins: readonly string[];
  /** Where pictures open that the stored addresses do not lead to; undefined for the real stores. */
  readonly pictures: OpenPictures | undefined;
  readonly respondToUnknown: Result;
};

/** Serves the page at each of its addresses, and its files, from memory. */
export function createDashboardPage({ page, assets }: DashboardPage, options: DashboardOptions): Result {
  const { imageOrigins, pictures, respondToUnknown } = options;
  const files = new Map(Object.entries(assets));
  const index = pictures === undefined ? page : withOpenPictures(page, pictures);
  const opened = pictures === undefined ? [] : [new URL(pictures.served).origin];
  const images = [...STORE_IMAGES, ...imageOrigins, ...opened];
  const policy = contentSecurityPolicy({ images, isTrustedTypesOnly: true, hasDefaultPolicy: true });

  return async (event) => {
    const name = event.pathParameters?.asset;
    const file = name === undefined ? index : files.get(name);
    return file === undefined ? respondToUnknown(event) : staticResponse(file, event, policy);
  };
}
