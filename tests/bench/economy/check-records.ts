import { isDeepStrictEqual } from "node:util";

import { connectToCatalogue, type Shown } from "../../../infra/local/pipeline/catalogue-connector.ts";
import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import type { ListingTarget } from "../../../lib/domain/country.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";

/** Throws unless the records of the catalogue are those that the scrapers read from its pages. */
export async function checkRecords(
  connector: StoreConnector,
  { shown, apps, targets }: { shown: Shown; apps: readonly CatalogueApp[]; targets: readonly ListingTarget[] },
): Promise<void> {
  const made = connectToCatalogue(connector, shown);
  const context = { correlationId: "check", deadlineMs: 20_000 };
  for (const { externalId } of apps) {
    const listings = { externalId, targets };
    const metrics = { externalId, countries: targets.slice(0, 1).map(({ country }) => country) };
    const [read, expected] = await Promise.all(
      [connector, made].map(async (one) => [
        await one.fetchListings(listings, context),
        await one.fetchMetrics(metrics, context),
      ]),
    );
    if (isDeepStrictEqual(read, expected)) continue;
    throw new Error(`${externalId} is read as ${JSON.stringify(read)}, not as ${JSON.stringify(expected)}.`);
  }
}
