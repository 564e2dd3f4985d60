import * as z from "zod";

import { EXPLORED_APPS_MAX } from "../../lib/domain/explorer.ts";
import { formatCount } from "../../lib/domain/format-count.ts";
import { exploredIconResponse } from "../../lib/explorer/explorer-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { explorerParameters, keyedPageParameters } from "../../lib/http/parameters.ts";

export const exploreIconsContract = defineContract({
  operation: "exploreIcons",
  summary:
    "List the icons of all known apps, beginning with the most recently discovered app. " +
    `At most ${formatCount(EXPLORED_APPS_MAX)} apps are listed.`,
  tag: "explorer",
  method: "GET",
  path: "/explorer/icons",
  access: "read",
  query: () => z.object({ ...explorerParameters(), ...keyedPageParameters() }),
  success: { status: 200, page: exploredIconResponse },
});
