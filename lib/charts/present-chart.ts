import type * as z from "zod";

import type { ChartEntryRow, ChartResponse } from "../../db/queries/charts.ts";
import type { ChartRefresh } from "../domain/chart.ts";
import type { Platform } from "../domain/platform.ts";
import { presentOptionalUnixTime } from "../http/response-schemas.ts";
import type { chartResponse } from "./chart-response.ts";

type Presented = z.input<typeof chartResponse>;

type PresentChartInput = {
  readonly chart: Pick<ChartResponse, "snapshotDate" | "fetchedAt" | "comparedWith" | "entries">;
  readonly request: Pick<Presented["meta"], "platform" | "collection" | "country_code" | "category_id">;
  readonly isStale: boolean;
  readonly refresh: ChartRefresh;
};

export function presentChart({ chart, request, isStale, refresh }: PresentChartInput): Presented {
  return {
    data: chart.entries.map((entry) => presentEntry(entry, request.platform)),
    meta: {
      ...request,
      snapshot_date: chart.snapshotDate,
      fetched_at: presentOptionalUnixTime(chart.fetchedAt),
      compared_with: chart.comparedWith,
      is_stale: isStale,
      refresh,
    },
  };
}

function presentEntry(entry: ChartEntryRow, platform: Platform): Presented["data"][number] {
  const { publisher } = entry;
  return {
    rank: entry.rank,
    rank_change: entry.earlierRank === null ? null : entry.earlierRank - entry.rank,
    app_id: entry.appId,
    app_external_id: entry.appExternalId,
    app_name: entry.appName,
    icon_url: entry.iconUrl,
    platform,
    publisher:
      publisher === null ? null : { id: publisher.id, name: publisher.name, external_id: publisher.externalId },
    category_name: entry.categoryName,
    price: entry.price,
    currency: entry.currency,
    is_free: entry.price === 0,
  };
}
