import type * as z from "zod";

import { presentApp } from "../apps/present-app.ts";
import { presentUnixTime } from "../http/response-schemas.ts";
import type { competitorResponse } from "./competitor-response.ts";
import type { Competitor } from "./find-competitors.ts";

export function presentCompetitor({ link, app }: Competitor): z.input<typeof competitorResponse> {
  return {
    id: link.id,
    app_id: link.appId,
    competitor_app_id: link.competitorAppId,
    relationship: link.relationship,
    app: presentApp(app),
    created_at: presentUnixTime(link.createdAt),
  };
}
