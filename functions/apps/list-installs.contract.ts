import * as z from "zod";

import { installsMeta, installsResponse } from "../../lib/apps/install-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, dateParameter } from "../../lib/http/parameters.ts";

export const listInstallsContract = defineContract({
  operation: "listInstalls",
  summary:
    "List the total installs of a Google Play app by day, exactly as its page shows them. The App Store does not " +
    "show installs.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/installs",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      from: dateParameter().optional().meta({ description: "First day (UTC). The default is 29 days before `to`." }),
      to: dateParameter()
        .optional()
        .meta({ description: "Last day (UTC), at most 365 days after `from`. The default is today." }),
    }),
  success: { status: 200, data: () => z.array(installsResponse()), meta: installsMeta },
  failures: ["not_found"],
});
