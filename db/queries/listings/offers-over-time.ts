import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, objectIfFound, projection, shown, type TableColumns, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricChanges, appMetrics, appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { type Placeholders, statement, unixTime } from "../../statement.ts";
import { priceReadAt, storefrontOfPrice, storefrontReadAt } from "../metrics/last-reads.ts";
import { isCountryIfAny, isRealCountry, storefrontLanguages } from "../reference/countries.ts";

const app = alias(apps, "app");
const country = alias(countries, "country");
const metrics = alias(appMetrics, "metrics");
const offer = alias(appOfferChanges, "offer");
const point = alias(appMetricChanges, "point");
const seen = alias(appMetricChanges, "seen");

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();

/** Quarters before the storefront's first change point would each cost an index probe that finds nothing. */
function firstPoint(condition: (of: typeof point) => SQL): SQL {
  return sql`
    SELECT point.* FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${metrics.appId} AND ${point.countryCode} = ${metrics.countryCode} AND ${condition(point)}
    ORDER BY ${point.validFrom} LIMIT 1`;
}

const availability = projection({
  country_code: country.code,
  /** Null for a storefront that was never read. */
  is_available: ifFound(metrics.isAvailable),
  since: unixTimeOrNull(sql`coalesce(changed.detected_at, ${seen.validFrom}, ${metrics.observedAt})`),
  as_of: unixTimeOrNull(sql`read.at`),
});

type AvailabilityInput = StoreApp & { readonly hasGlobalMetrics: boolean };

export const findAvailability = statement({
  name: "find_availability",
  effect: "reads",
  returns: "first",
  row: () => z.object({ storefronts: z.array(availability.row()) }),
  rows: "trusted",
  sql: ({ platform, externalId, hasGlobalMetrics }: Placeholders<AvailabilityInput>) => sql`
    SELECT (
        SELECT json_agg(${availability.json} ORDER BY ${country.code})
        FROM ${countries} country
        LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id} AND ${metrics.countryCode} = ${country.code}
        LEFT JOIN LATERAL (
          SELECT ${offer.detectedAt} FROM ${appOfferChanges} offer
          WHERE ${offer.appId} = ${metrics.appId} AND ${offer.countryCode} = ${metrics.countryCode}
            AND ${offer.fieldChanged} = 'availability' AND ${metrics.appId} IS NOT NULL
          ORDER BY ${offer.detectedAt} DESC LIMIT 1
        ) changed ON true
        LEFT JOIN LATERAL (
          ${firstPoint(() => sql`changed.detected_at IS NULL AND ${metrics.appId} IS NOT NULL`)}
        ) seen ON true
        CROSS JOIN LATERAL (
          SELECT CASE WHEN ${hasGlobalMetrics}::boolean THEN ${metrics.observedAt}
            ELSE ${storefrontReadAt(app, metrics)} END AS at
        ) read
        WHERE ${storefrontLanguages(platform, country)} IS NOT NULL AND ${isRealCountry(country)}
      ) AS storefronts
    FROM ${apps} app WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}`,
});

const firstPrice = projection({
  price: shown(seen.price, () => z.number()),
  currency: seen.currency,
  since: seen.validFrom,
});
const priceBefore = projection({ price: shown(offer.oldPrice, () => z.number()), currency: offer.oldCurrency });
const priceAfter = projection({ price: shown(offer.newPrice, () => z.number()), currency: offer.newCurrency });

const priceChange = projection({
  before: shown(priceBefore.json, priceBefore.row),
  after: shown(priceAfter.json, priceAfter.row),
  detected_at: offer.detectedAt,
});

type PricedApp = TableColumns<typeof apps>;

function storefrontPrices(of: PricedApp) {
  return projection({
    country_code: shown(storefrontOfPrice(metrics), () => z.string().nullable()),
    as_of: shown(unixTime(priceReadAt(of, metrics)), () => z.number()),
    first: objectIfFound(seen.price, firstPrice),
    /** Newest first, with one more than is shown. */
    changes: shown(sql`changed.list`, () => z.array(priceChange.row())),
  });
}

type PricesOf = {
  /** Decides of a country code, which may be `GLOBAL_COUNTRY`, whether its prices are returned. */
  readonly isWanted: (countryCode: SQLWrapper) => SQL;
  readonly changesMax: SQLWrapper;
};

/** Returns the prices of an app by storefront as JSON. */
export function pricesOf(of: PricedApp, { isWanted, changesMax }: PricesOf) {
  const { json, row } = storefrontPrices(of);
  const prices = sql`(
        SELECT coalesce(json_agg(${json} ORDER BY ${metrics.countryCode}), '[]')
        FROM ${appMetrics} metrics
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(${priceChange.json} ORDER BY ${offer.detectedAt} DESC), '[]') AS list FROM (
            SELECT offer.* FROM ${appOfferChanges} offer
            WHERE ${offer.appId} = ${metrics.appId} AND ${offer.countryCode} = ${metrics.countryCode}
              AND ${offer.fieldChanged} = 'price'
            ORDER BY ${offer.detectedAt} DESC LIMIT ${changesMax}::int + 1
          ) offer
        ) changed
        LEFT JOIN LATERAL (${firstPoint(({ price }) => sql`${price} IS NOT NULL`)}) seen ON true
        WHERE ${metrics.appId} = ${of.id} AND ${isWanted(metrics.countryCode)})`;
  return shown(prices, () => z.array(row()));
}

type PricesInput = StoreApp & {
  readonly countryCode: string | null;
  readonly hasGlobalMetrics: boolean;
  readonly changesMax: number;
};

export const findPrices = statement({
  name: "find_prices",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      app_id: z.int().nullable(),
      country_exists: z.boolean(),
      storefronts: z.array(storefrontPrices(app).row()),
    }),
  rows: "trusted",
  sql: ({ platform, externalId, countryCode, hasGlobalMetrics, changesMax }: Placeholders<PricesInput>) => {
    const isWanted = (code: SQLWrapper) => sql`CASE WHEN ${hasGlobalMetrics}::boolean THEN ${code} = ${global}
          ELSE ${code} <> ${global} AND (${countryCode}::text IS NULL OR ${code} = ${countryCode}) END`;
    return sql`
    SELECT ${app.id} AS app_id, ${isCountryIfAny(countryCode)} AS country_exists,
      ${pricesOf(app, { isWanted, changesMax }).expression} AS storefronts
    FROM (SELECT 1) one LEFT JOIN ${apps} app ON ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}`;
  },
});
