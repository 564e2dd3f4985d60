import * as z from "zod";

import { EXPLORED_APPS_MAX, SCREENSHOT_PAGE_SIZE, SCREENSHOT_PAGE_SIZE_MAX } from "../../lib/domain/explorer.ts";
import { formatCount } from "../../lib/domain/format-count.ts";
import { exploredScreenshotsResponse } from "../../lib/explorer/explorer-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { explorerParameters, keyedPageParameters } from "../../lib/http/parameters.ts";

export const exploreScreenshotsContract = defineContract({
  operation: "exploreScreenshots",
  summary:
    "List the screenshots of synced apps, beginning with the most recently discovered app. " +
    `At most ${formatCount(EXPLORED_APPS_MAX)} apps are listed.`,
  tag: "explorer",
  method: "GET",
  path: "/explorer/screenshots",
  access: "read",
  query: () =>
    z.object({
      ...explorerParameters(),
      ...keyedPageParameters({ max: SCREENSHOT_PAGE_SIZE_MAX, fallback: SCREENSHOT_PAGE_SIZE }),
    }),
  success: { status: 200, page: exploredScreenshotsResponse },
});
