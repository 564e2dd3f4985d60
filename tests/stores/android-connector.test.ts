import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { describeScraperConnector } from "./scraper-world.ts";

describeScraperConnector("android", createAndroidScraper);
