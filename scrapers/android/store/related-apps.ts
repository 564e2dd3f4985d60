import * as z from "zod";

import { RELATED_APPS_MAX, type ScraperRelatedApp, type ScraperShownFacts } from "../../contracts/facts.ts";
import { entryAt, type PageBlock, pageData } from "./page-data.ts";

/** The service whose block of a details page has clusters of apps, as in the library's `similar`. */
const CLUSTERS_SERVICE = "ag2B9c";
const CLUSTERS_PATH = [1, 1] as const;

const APPS_PATH = [21, 0] as const;
const TITLE_PATH = [21, 1, 0] as const;
const ADDRESS_PATH = [21, 1, 2, 4, 2] as const;

/** English titles, the language of the identity page. In other languages these apps stay unknown. */
const SIMILAR_TITLES: readonly unknown[] = ["Similar apps", "Similar games"];

export function readRelatedApps(html: string, appId: string): Omit<ScraperShownFacts, "facts"> {
  const clusters = z.array(z.unknown()).safeParse(entryAt(clustersData(html), CLUSTERS_PATH)).data ?? [];
  const similar = clusters.find((cluster) => SIMILAR_TITLES.includes(entryAt(cluster, TITLE_PATH)));
  const ofPublisher = clusters.find((cluster) => isPublisherPage(entryAt(cluster, ADDRESS_PATH)));
  return { similar: readCluster(similar, appId), more_by_publisher: readCluster(ofPublisher, appId) };
}

function clustersData(html: string): unknown {
  const number = new RegExp(`'ds:(\\d{1,3})' ?: ?\\{id: ?'${CLUSTERS_SERVICE}'`).exec(html)?.[1];
  return number === undefined ? undefined : pageData(html, `ds:${Number(number)}` satisfies PageBlock);
}

function isPublisherPage(address: unknown): boolean {
  return typeof address === "string" && /^\/store\/apps\/dev(eloper)?\?/.test(address);
}

function readCluster(cluster: unknown, appId: string): ScraperRelatedApp[] | undefined {
  const rows = z.array(z.unknown()).safeParse(entryAt(cluster, APPS_PATH)).data ?? [];
  const apps = rows.flatMap((row) => readRow(row) ?? []).filter(({ app_id }) => app_id !== appId);
  const unique = [...new Map(apps.map((app) => [app.app_id, app])).values()];
  return unique.length === 0 ? undefined : unique.slice(0, RELATED_APPS_MAX);
}

function readRow(row: unknown): ScraperRelatedApp | undefined {
  const [appId, name] = [entryAt(row, [0, 0]), entryAt(row, [3])];
  if (typeof appId !== "string" || appId === "" || typeof name !== "string" || name === "") return undefined;
  return { app_id: appId, name, subtitle: null };
}
