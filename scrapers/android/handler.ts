import { deployedDeps } from "../http/scraper-deps.ts";
import { createAndroidScraper } from "./scraper.ts";

export const handler = createAndroidScraper(deployedDeps("scraper-android", process.env));
