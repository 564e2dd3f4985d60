import * as z from "zod";
import type { ScraperChartEntry, ScraperDeveloper, ScraperDeveloperApp } from "../../scrapers/contracts/lists.ts";
import { externalAppIdSchema } from "../domain/platform.ts";
import {
  cleanCount,
  cleanCurrency,
  cleanId,
  cleanPrice,
  cleanText,
  cleanUrl,
  roundToCents,
  TITLE_LENGTH_MAX,
} from "./clean-text.ts";
import { normaliseSearchHit } from "./normalise-app.ts";
import type { ChartEntry, PublisherApp, PublisherHit } from "./records.ts";

/** What can be read of a list. Entries of which none can be read are no empty list: the store returned garbage. */
export function keepReadable<Entry, Kept>(
  entries: readonly Entry[],
  normalise: (entry: Entry) => Kept | null,
  reject: z.RefinementCtx,
): Kept[] {
  const kept = entries.flatMap((entry) => normalise(entry) ?? []);
  if (entries.length === 0 || kept.length > 0) return kept;
  reject.addIssue({ code: "custom", message: `none of ${entries.length} entries can be read` });
  return z.NEVER;
}

/** An entry whose id is none of this store's is left out: its rank stays a gap. */
export function normaliseChartEntry(entry: ScraperChartEntry): ChartEntry | null {
  const app = normaliseSearchHit({ ...entry, rating_count: null });
  if (app === null) return null;
  return { ...app, rank: entry.rank, price: cleanPrice(entry.price), currency: cleanCurrency(entry.currency) };
}

export function normalisePublisherApp(found: ScraperDeveloperApp): PublisherApp | null {
  const app = normaliseSearchHit({
    ...found,
    app_id: found.external_id,
    free: found.is_free,
    genre: found.category,
    genre_id: found.category_id,
  });
  if (app === null) return null;
  return {
    ...app,
    rating: found.rating === null ? null : roundToCents(found.rating),
    ratingCount: found.rating_count === null ? null : cleanCount(found.rating_count),
  };
}

export function normalisePublisherHit(developer: ScraperDeveloper): PublisherHit | null {
  const externalId = cleanId(developer.developer_id);
  if (externalId === null) return null;
  return {
    externalId,
    name: cleanText(developer.name, TITLE_LENGTH_MAX),
    url: cleanUrl(developer.url),
    appCount: cleanCount(developer.app_count),
    sampleApps: developer.sample_apps
      .filter((app) => externalAppIdSchema.safeParse(app.app_id).success)
      .map((app) => ({
        externalId: app.app_id,
        name: cleanText(app.name, TITLE_LENGTH_MAX),
        iconUrl: cleanUrl(app.icon_url),
      })),
  };
}
