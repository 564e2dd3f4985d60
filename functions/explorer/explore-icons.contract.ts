import * as z from "zod";

import { EXPLORED_APPS_MAX } from "../../lib/domain/explorer.ts";
import { exploredIconResponse } from "../../lib/explorer/explorer-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { explorerParameters, keyedPageParameters } from "../../lib/http/parameters.ts";

export const exploreIconsContract = defineContract({
  operation: "exploreIcons",
  summary: `List the icons of all known apps, most recently discovered first, at most ${EXPLORED_APPS_MAX} apps.`,
  tag: "explorer",
  method: "GET",
  path: "/explorer/icons",
  access: "read",
  query: () => z.object({ ...explorerParameters(), ...keyedPageParameters() }),
  success: { status: 200, page: exploredIconResponse },
});
