import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { SyncPhase } from "../../../lib/domain/sync-phase.ts";
import type { apps } from "../../schema/apps.ts";
import type { Columns } from "../../statement.ts";
import { awaitsExpress } from "../sweeps/express-apps.ts";
import { duePages, periodicPages, sweptIdentity, unchangedPages } from "../sweeps/swept-pages.ts";
import {
  periodicStars,
  storefrontsWithDueStars,
  sweptStorefronts,
  unreadStorefronts,
} from "../sweeps/swept-storefronts.ts";
import { periodicStorefrontSchema, periodicStorefronts } from "./periodic-storefronts.ts";
import type { Run } from "./run-conditions.ts";
import { readStorefronts } from "./storefront-checks.ts";

/** These values decide, besides the run, which items a phase plans. */
export type Planning = {
  readonly platform: Platform;
  readonly phase: SyncPhase;
  /** Storefronts besides that of identity which a scheduled run reads for their stars alone, at most. */
  readonly starsPerRunMax: number;
  /** Says whether scheduled runs check storefronts without the app again, on platforms whose metrics are global. */
  readonly rechecks: boolean;
  /** Codes of all storefronts of the platform. */
  readonly storefronts: readonly string[];
  readonly now: Date;
};

/** With the rows of the run and its app, and the keys of the items that are periodic refreshes. */
type Planned = Planning & {
  readonly run: Run;
  readonly app: Columns<keyof typeof apps.$inferSelect>;
  readonly periodic: Columns<"keys">;
};

/** Returns the schema of the rows from which a phase plans its items. */
export const plannedItemsSchema = () =>
  z.object({
    /**
     * Items, and the storefront of identity, that the run need not request: the day's sweep has read them, or nothing
     * shows that they have changed.
     */
    covered_items: z.array(z.string()),
    /**
     * Items of which the day's sweep has read everything but what only a page or stars show, with the storefront that
     * it read.
     */
    covered_in_part: z.array(
      z.object({
        key: z.string(),
        country: z.string(),
        /** Ratings of the storefront; null for a page. */
        rating_count: z.int().nullable(),
      }),
    ),
    /**
     * Storefronts that a scheduled run of a previously synced app does not request, because their batches of the day
     * failed.
     */
    unread_storefronts: z.array(z.string()),
    /** Says whether batches of an express shard are still to read storefronts of the app. */
    awaits_express: z.boolean(),
    /** Storefronts that a scheduled run reads because of their age, on platforms whose metrics are global. */
    periodic_storefronts: z.array(periodicStorefrontSchema()),
  });

type PlannedItems = z.infer<ReturnType<typeof plannedItemsSchema>>;
export type CoveredInPart = PlannedItems["covered_in_part"][number];

/** Returns the columns of a row of it. */
export function plannedItems(planned: Planned): Readonly<Record<keyof PlannedItems, SQL>> {
  return {
    covered_items: coveredItems(planned),
    covered_in_part: coveredInPart(planned),
    unread_storefronts: unread(planned),
    awaits_express: expressWait(planned),
    periodic_storefronts: periodic_storefronts(planned),
  };
}

export const noItems = sql`'[]'::json`;

/** Returns an array of the keys of the items that are only due by their age, or by their place among others. */
export function periodicItems(planned: Omit<Planned, "periodic">): SQL {
  if (planned.phase === "listings") return periodicPages(planned);
  const hasStars = planned.phase === "metrics" && platformFacts[planned.platform].hasStorefrontApps;
  return hasStars ? periodicStars(planned, planned.starsPerRunMax) : sql`'{}'::text[]`;
}

function coveredItems(planned: Planned): SQL {
  const { hasGlobalMetrics, hasStorefrontApps } = platformFacts[planned.platform];
  if (planned.phase === "identity" && hasStorefrontApps) return sweptIdentity(planned);
  if (planned.phase === "metrics") return hasGlobalMetrics ? readStorefronts(planned) : sweptStorefronts(planned);
  return planned.phase === "listings" ? unchangedPages(planned) : noItems;
}

function coveredInPart(planned: Planned): SQL {
  if (!platformFacts[planned.platform].hasStorefrontApps) return noItems;
  if (planned.phase === "metrics") return storefrontsWithDueStars(planned);
  return planned.phase === "listings" ? duePages(planned) : noItems;
}

function unread({ now, platform, run }: Planned): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return noItems;
  const storefronts = unreadStorefronts(run, sql`${utcDay(now)}::date`);
  return sql`coalesce((SELECT json_agg(code) FROM (${storefronts}) unread), '[]')`;
}

function expressWait({ now, phase, platform, run }: Planned): SQL {
  const mayWait = phase === "metrics" && platformFacts[platform].hasStorefrontApps;
  return mayWait ? awaitsExpress(run, now) : sql`false`;
}

function periodic_storefronts(planned: Planned): SQL {
  const hasPeriodic = platformFacts[planned.platform].hasGlobalMetrics && planned.phase === "listings";
  return hasPeriodic ? periodicStorefronts(planned) : noItems;
}
