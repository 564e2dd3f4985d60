import { expect, it } from "vitest";

import type { ListingTarget } from "../../lib/domain/country.ts";
import { failureReasons } from "../../lib/domain/failed-item.ts";
import { requireRequest, type StarsTarget } from "../../lib/stores/connector.ts";
import { APP_PARTS_MAX } from "../../scrapers/contracts/app-parts.ts";
import { nonEmpty } from "../support/non-empty.ts";
import type { StoreWorld } from "./store-world.ts";

const context = { correlationId: "contract", deadlineMs: 20_000 };
const found = { outcome: "found" };
const absent = { outcome: "failed", failure: { reason: "invalid_response", status: 404 } };
const tooMany = Array.from({ length: APP_PARTS_MAX + 1 });

/** The contract of a connector that requests pages and stars of an app whose other fields are known. */
export function describeAppParts(world: () => StoreWorld): void {
  it("[CON-2] returns of pages what the request for whole listings returns of them, in order", async () => {
    const { connector, externalId, targets } = world();
    const requested = targets.toReversed();
    const listings = await connector.fetchListings({ externalId, targets: requested }, context);

    const pages = await fetchPages(world(), { targets: requested });

    expect(pages.map(({ target }) => target)).toEqual(requested);
    for (const [index, { target, lookup }] of nonEmpty(pages).entries()) {
      const { country: country_code, locale } = target;
      expect(listings[index]?.lookup).toMatchObject(lookup);
      expect(lookup).toMatchObject({ outcome: "found", record: { country_code, locale, unread_fields: [] } });
    }
  });

  it("[CON-2] returns the stars that the request for metrics returns, in order", async () => {
    const storefronts = await ratedStorefronts(world());

    const stars = await fetchStars(world(), { storefronts: storefronts.toReversed() });

    expect(stars).toEqual(
      storefronts.toReversed().map(({ country, stars: expected }) => ({
        country,
        lookup: { outcome: "found", record: { country_code: country, stars: expected } },
      })),
    );
  });

  it("fails for an app that the store does not know, since more is known of it than that", async () => {
    const { unknownId: externalId, targets } = world();
    const [{ country }] = targets;

    const pages = await fetchPages(world(), { externalId });
    const stars = await fetchStars(world(), { externalId, storefronts: [{ country, ratingCount: 1 }] });

    expect([...pages, ...stars].map(({ lookup }) => lookup)).toMatchObject([absent, absent, absent, absent]);
  });

  it("fails for stars of more or fewer ratings than are known", async () => {
    const [first, second, third] = await ratedStorefronts(world());
    if (first === undefined || second === undefined || third === undefined) throw new Error("No storefront is left.");
    const storefronts = [
      { ...first, ratingCount: Math.ceil(first.ratingCount * 1.03) + 2 },
      { ...second, ratingCount: Math.floor(second.ratingCount * 0.97) - 2 },
      third,
    ];

    const stars = await fetchStars(world(), { storefronts });

    const failed = { outcome: "failed", failure: { reason: "invalid_response", status: 200 } };
    expect(stars.map(({ lookup }) => lookup)).toMatchObject([failed, failed, found]);
  });

  // Of a page that loads and cannot be read, the fields are unread.
  it.each(failureReasons.filter((reason) => reason !== "invalid_response"))(
    "fails only the bad page and the stars of the bad storefront, with the reason %s",
    async (reason) => {
      const storefronts = await ratedStorefronts(world());
      world().fail(world().targets[1].country, { reason });

      const pages = await fetchPages(world(), {});
      const stars = await fetchStars(world(), { storefronts });

      const failed = { outcome: "failed", failure: { reason } };
      expect(pages.map(({ lookup }) => lookup)).toMatchObject([found, failed, found]);
      expect(stars.map(({ lookup }) => lookup)).toMatchObject([found, failed, found]);
    },
  );

  it("rejects a request for too many parts", async () => {
    const { targets } = world();
    const [target] = targets;
    const storefront = { country: target.country, ratingCount: 1 };

    await expect(async () => fetchPages(world(), { targets: tooMany.map(() => target) })).rejects.toThrow(RangeError);
    const stars = async () => fetchStars(world(), { storefronts: tooMany.map(() => storefront) });
    await expect(stars).rejects.toThrow(RangeError);
  });
}

type Request = { readonly externalId?: string };

function fetchPages(
  { connector, externalId, targets }: StoreWorld,
  request: Request & { readonly targets?: readonly ListingTarget[] },
) {
  return requireRequest(connector.platform, connector.fetchPages)({ externalId, targets, ...request }, context);
}

function fetchStars(
  { connector, externalId }: StoreWorld,
  request: Request & { readonly storefronts: readonly StarsTarget[] },
) {
  return requireRequest(connector.platform, connector.fetchStars)({ externalId, ...request }, context);
}

/** Returns the storefronts of the world with what the request for metrics returns of them. */
async function ratedStorefronts({ connector, externalId, targets }: StoreWorld) {
  const countries = targets.map(({ country }) => country);
  const metrics = await connector.fetchMetrics({ externalId, countries }, context);
  return metrics.map(({ country, lookup }) => {
    if (lookup.outcome !== "found") throw new Error(`No metrics in ${country}.`);
    const { rating_count: ratingCount, stars } = lookup.record;
    return { country, ratingCount, stars };
  });
}
