import {
  developerAppSchema,
  SAMPLE_APPS_MAX,
  type ScraperDeveloper,
  type ScraperDeveloperApp,
} from "../contracts/lists.ts";
import type { ScraperSearchResult } from "../contracts/search-results.ts";
import { checkRecord } from "./check-record.ts";

export function groupByDeveloper(
  results: readonly ScraperSearchResult[],
  urlOf: (result: ScraperSearchResult, index: number) => string | null,
): readonly ScraperDeveloper[] {
  const developers = new Map<string, ScraperDeveloper>();
  for (const [index, result] of results.entries()) {
    const { developer_id, developer: name, app_id, icon_url } = result;
    if (developer_id === null || name === null) continue;

    const known = developers.get(developer_id) ?? {
      developer_id,
      name,
      url: urlOf(result, index),
      app_count: 0,
      sample_apps: [],
    };
    const samples = [...known.sample_apps, { app_id, name: result.name, icon_url }].slice(0, SAMPLE_APPS_MAX);
    developers.set(developer_id, { ...known, app_count: known.app_count + 1, sample_apps: samples });
  }
  return [...developers.values()];
}

export function shapeDeveloperApp(result: ScraperSearchResult): ScraperDeveloperApp {
  const { app_id, free, genre, genre_id, ...fields } = result;
  return checkRecord(developerAppSchema(), {
    ...fields,
    external_id: app_id,
    is_free: free,
    category: genre,
    category_id: genre_id,
  } satisfies ScraperDeveloperApp);
}
