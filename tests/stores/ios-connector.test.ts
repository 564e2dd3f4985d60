import { describeScraperConnector } from "./scraper-world.ts";

describeScraperConnector("ios");
