import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { describeScraperConnector } from "./scraper-world.ts";

describeScraperConnector("ios", createIosScraper);
