import * as z from "zod";

import type {
  ScraperChartEntry,
  ScraperChartPage,
  ScraperDeveloper,
  ScraperDeveloperApp,
  ScraperSearchRanks,
} from "../../scrapers/contracts/lists.ts";
import type { ScraperSearchResult } from "../../scrapers/contracts/search-results.ts";
import { externalAppIdSchema } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";
import {
  cleanCount,
  cleanCurrency,
  cleanId,
  cleanOptionalText,
  cleanPrice,
  cleanText,
  cleanUrl,
  LABEL_LENGTH_MAX,
  roundToCents,
  TITLE_LENGTH_MAX,
} from "./clean-text.ts";
import type { ChartEntry, ChartPage, PublisherApp, PublisherHit, SearchHit, SearchRanks } from "./records.ts";

const SUGGESTION_LENGTH_MAX = 100;

const externalAppId = lazy(externalAppIdSchema);

export function normaliseSearchHit(result: ScraperSearchResult): SearchHit | null {
  if (!externalAppId().safeParse(result.app_id).success) return null;
  return {
    external_id: result.app_id,
    name: cleanText(result.name, TITLE_LENGTH_MAX),
    publisher_external_id: result.developer === null ? null : cleanId(result.developer_id),
    publisher_name: cleanOptionalText(result.developer, TITLE_LENGTH_MAX),
    category_external_id: cleanId(result.genre_id),
    category_name: cleanOptionalText(result.genre, LABEL_LENGTH_MAX),
    icon_url: cleanUrl(result.icon_url),
    is_free: result.free,
  };
}

export function keepReadable<Entry, Kept>(
  entries: readonly Entry[],
  normalise: (entry: Entry) => Kept | null,
  issues: z.RefinementCtx,
): Kept[] {
  const kept = entries.flatMap((entry) => normalise(entry) ?? []);
  if (entries.length === 0 || kept.length > 0) return kept;
  issues.addIssue({ code: "custom", message: `none of ${entries.length} entries can be read` });
  return z.NEVER;
}

/** Leaves out what cannot be the id of an app. */
export function normaliseSearchRanks(ranks: ScraperSearchRanks, issues: z.RefinementCtx): SearchRanks {
  const ids = keepReadable(ranks.ids, (id) => externalAppId().safeParse(id).data ?? null, issues);
  const apps = ranks.apps.flatMap((app) => normaliseSearchHit(app) ?? []);
  return { ids, apps, namesStorefront: ranks.names_storefront };
}

/** Leaves out blank and repeated terms, and those that are longer than a search may be. */
export function normaliseSuggestions(terms: readonly string[]): readonly string[] {
  const clean = terms.map((term) => cleanText(term, SUGGESTION_LENGTH_MAX + 1).trim());
  return [...new Set(clean)].filter((term) => term !== "" && term.length <= SUGGESTION_LENGTH_MAX);
}

/** Returns null for an entry with an invalid id; its rank then stays a gap. */
export function normaliseChartEntry(entry: ScraperChartEntry): ChartEntry | null {
  const app = normaliseSearchHit({ ...entry, rating_count: null });
  if (app === null) return null;
  return { ...app, rank: entry.rank, price: cleanPrice(entry.price), currency: cleanCurrency(entry.currency) };
}

export function normaliseChartPage({ charts, missing }: ScraperChartPage): ChartPage {
  return {
    charts: charts.map(({ category, entries, ...chart }) => ({
      ...chart,
      category_external_id: category,
      entries: entries.map(({ rank, app_id, name, icon_url }) => ({
        rank,
        external_id: app_id,
        name: cleanOptionalText(name, TITLE_LENGTH_MAX) || null,
        icon_url: cleanUrl(icon_url),
      })),
    })),
    missing: missing.map(({ collection, category }) => ({ collection, category_external_id: category })),
  };
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
    rating_count: found.rating_count === null ? null : cleanCount(found.rating_count),
  };
}

export function normalisePublisherHit(developer: ScraperDeveloper): PublisherHit | null {
  const external_id = cleanId(developer.developer_id);
  if (external_id === null) return null;
  return {
    external_id,
    name: cleanText(developer.name, TITLE_LENGTH_MAX),
    url: cleanUrl(developer.url),
    app_count: cleanCount(developer.app_count),
    sample_apps: developer.sample_apps
      .filter((app) => externalAppId().safeParse(app.app_id).success)
      .map((app) => ({
        external_id: app.app_id,
        name: cleanText(app.name, TITLE_LENGTH_MAX),
        icon_url: cleanUrl(app.icon_url),
      })),
  };
}
