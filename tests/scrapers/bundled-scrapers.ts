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

type Bundled = { readonly directory: string };

/** Bundles both scrapers as they are deployed. Returns the files that Lambda loads. */
export async function bundleHandlers(): Promise<Bundled & { readonly handlers: Readonly<Record<Platform, string>> }> {
  const { directory, fileOf } = await bundle(Object.values(handlers));
  return { directory, handlers: { ios: fileOf(handlers.ios), android: fileOf(handlers.android) } };
}

/** Bundles what the handlers call, for the harness. */
export async function bundleFactories(): Promise<Bundled & { readonly factories: ScraperFactories }> {
  const { directory, fileOf } = await bundle(Object.values(factories));
  const load = (entry: string) => import(/* @vite-ignore */ pathToFileURL(fileOf(entry)).href);
  const [{ createIosScraper }, { createAndroidScraper }] = await Promise.all([
    load(factories.ios),
    load(factories.android),
  ]);
  return { directory, factories: { createIosScraper, createAndroidScraper } };
}

/** Bundles out of reach of any node_modules folder. */
async function bundle(entries: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), "scraper-bundles-"));
  await bundleFunctions({ root, entries, outDir: directory, minify: true });
  return { directory, fileOf: (entry: string) => join(directory, bundleName(entry), "index.mjs") };
}
