import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/aws/bundle/bundle-name.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Scraper } from "../../scrapers/http/create-scraper.ts";
import type { ScraperDeps } from "../../scrapers/http/scraper-deps.ts";

export type ScraperFactories = {
  readonly createIosScraper: (deps: ScraperDeps) => Scraper;
  readonly createAndroidScraper: (deps: ScraperDeps) => Scraper;
};

const root = resolve(import.meta.dirname, "../..");
const handlers = { ios: "scrapers/ios/handler.ts", android: "scrapers/android/handler.ts" };
const factories = { ios: "scrapers/ios/scraper.ts", android: "scrapers/android/scraper.ts" };

export type BundledScrapers = {
  readonly directory: string;
  /** The file that Lambda loads. */
  readonly handlers: Readonly<Record<Platform, string>>;
  /** The factories of the same bundles, for the harness. */
  readonly factories: ScraperFactories;
};

/** Bundles both scrapers as they are deployed, out of reach of any node_modules folder. */
export async function bundleScrapers(): Promise<BundledScrapers> {
  const directory = await mkdtemp(join(tmpdir(), "scraper-bundles-"));
  const entries = [...Object.values(handlers), ...Object.values(factories)];
  await bundleFunctions({ root, entries, outDir: directory, minify: true });

  const fileOf = (entry: string) => join(directory, bundleName(entry), "index.mjs");
  const load = (entry: string) => import(/* @vite-ignore */ pathToFileURL(fileOf(entry)).href);
  const [{ createIosScraper }, { createAndroidScraper }] = await Promise.all([
    load(factories.ios),
    load(factories.android),
  ]);
  return {
    directory,
    handlers: { ios: fileOf(handlers.ios), android: fileOf(handlers.android) },
    factories: { createIosScraper, createAndroidScraper },
  };
}
