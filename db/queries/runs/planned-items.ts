import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { SyncPhase } from "../../../lib/domain/sync-phase.ts";
import type { apps } from "../../schema/apps.ts";
import type { Columns } from "../../statement.ts";
import { awaitsExpress } from "../sweeps/express-apps.ts";
import { duePages, leavesOthers, periodicPages, sweptIdentity, unchangedPages } from "../sweeps/swept-pages.ts";
import {
  periodicStars,
  storefrontsWithDueStars,
  sweptStorefronts,
  unreadStorefronts,
} from "../sweeps/swept-storefronts.ts";
import { periodicStorefrontSchema, periodicStorefronts } from "./periodic-storefronts.ts";
import type { Run } from "./run-conditions.ts";
import { readStorefronts } from "./storefront-checks.ts";

type Planned = {
  readonly platform: Platform;
  readonly phase: SyncPhase;
  readonly starsPerRunMax: SQLWrapper;
  readonly rechecks: SQLWrapper;
  /** An array of storefronts as text. */
  readonly storefronts: SQLWrapper;
  readonly now: SQL;
  /** The UTC date of now. */
  readonly day: SQL;
  readonly run: Run;
  readonly app: Columns<keyof typeof apps.$inferSelect>;
  readonly periodic: Columns<"keys">;
};

export const plannedItemsSchema = () =>
  z.object({
    /**
     * Items that need no request: the sweep has read them, or nothing shows that they have changed. In identity, an
     * item is a storefront.
     */
    covered_items: z.array(z.string()),
    /** Items that the sweep has read except for pages or stars. */
    covered_in_part: z.array(
      z.object({
        key: z.string(),
        country: z.string(),
        rating_count: z.int().nullable(),
      }),
    ),
    /** Storefronts that the run leaves out, because their batches of the day failed. */
    unread_storefronts: z.array(z.string()),
    awaits_express: z.boolean(),
    /** True if the run leaves other storefronts of Google Play to the next one unless it finds tokens at once. */
    leaves_others: z.boolean(),
    periodic_storefronts: z.array(periodicStorefrontSchema()),
  });

type PlannedItems = z.infer<ReturnType<typeof plannedItemsSchema>>;
export type CoveredInPart = PlannedItems["covered_in_part"][number];

export function plannedItems(planned: Planned): Readonly<Record<keyof PlannedItems, SQL>> {
  return {
    covered_items: coveredItems(planned),
    covered_in_part: coveredInPart(planned),
    unread_storefronts: unread(planned),
    awaits_express: expressWait(planned),
    leaves_others: leaves_others(planned),
    periodic_storefronts: periodic_storefronts(planned),
  };
}

export const noItems = sql`'[]'::json`;

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

function unread({ day, platform, run }: Planned): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return noItems;
  const storefronts = unreadStorefronts(run, day);
  return sql`coalesce((SELECT json_agg(code) FROM (${storefronts}) unread), '[]')`;
}

function expressWait({ day, phase, platform, run }: Planned): SQL {
  const mayWait = phase === "metrics" && platformFacts[platform].hasStorefrontApps;
  return mayWait ? awaitsExpress(run, day) : sql`false`;
}

function leaves_others(planned: Planned): SQL {
  const { phase, platform, run } = planned;
  const mayLeave = platformFacts[platform].hasGlobalMetrics && (phase === "listings" || phase === "metrics");
  return mayLeave ? sql`(${run.purpose} = 'tracked' AND ${leavesOthers(planned)})` : sql`false`;
}

function periodic_storefronts(planned: Planned): SQL {
  const hasPeriodic = platformFacts[planned.platform].hasGlobalMetrics && planned.phase === "listings";
  return hasPeriodic ? periodicStorefronts(planned) : noItems;
}
