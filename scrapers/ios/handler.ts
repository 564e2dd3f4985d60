import { deployedDeps } from "../http/scraper-deps.ts";
import { createIosScraper } from "./scraper.ts";

export const handler = createIosScraper(deployedDeps("scraper-ios", process.env));
