import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricChanges, appMetrics, appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { priceReadAt, storefrontReadAt } from "../metrics/last-reads.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { storefrontOfPrice } from "./listings.ts";

const a = alias(apps, "a");
const k = alias(countries, "k");
const m = alias(appMetrics, "m");
const o = alias(appOfferChanges, "o");
const p = alias(appMetricChanges, "p");

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();

/** The first change point of the storefront `m`: each quarter before it costs a probe of an index that has nothing. */
function firstPoint(condition: SQLWrapper): SQL {
  return sql`
    SELECT p.* FROM ${appMetricChanges} p
    WHERE ${p.appId} = ${m.appId} AND ${p.countryCode} = ${m.countryCode} AND ${condition}
    ORDER BY ${p.validFrom} LIMIT 1`;
}

const availabilitySchema = () =>
  z.object({
    countryCode: z.string(),
    /** null, as the times are, for a storefront that was never read. */
    isAvailable: z.boolean().nullable(),
    /** Unix time. */
    since: z.number().nullable(),
    /** Unix time. */
    asOf: z.number().nullable(),
  });
export type AvailabilityRow = Readonly<z.infer<ReturnType<typeof availabilitySchema>>>;

type AvailabilityInput = StoreApp & { readonly hasGlobalMetrics: boolean };

/** Returns since when an app has been available, or not, in each storefront of its store. */
export const findAvailability = statement({
  name: "find_availability",
  effect: "reads",
  returns: "first",
  row: () => z.object({ storefronts: z.array(availabilitySchema()) }),
  rows: "trusted",
  sql: ({ platform, externalId, hasGlobalMetrics }: Placeholders<AvailabilityInput>) => {
    const readAt = sql`CASE WHEN ${hasGlobalMetrics}::boolean THEN ${m.observedAt} ELSE ${storefrontReadAt} END`;
    const availability = jsonObject({
      countryCode: k.code,
      isAvailable: m.isAvailable,
      since: unixTime(sql`coalesce(changed.detected_at, seen.valid_from, ${m.observedAt})`),
      asOf: unixTime(readAt),
    });
    return sql`
    SELECT (
        SELECT json_agg(${availability} ORDER BY ${k.code})
        FROM ${countries} k
        LEFT JOIN ${appMetrics} m ON ${m.appId} = ${a.id} AND ${m.countryCode} = ${k.code}
        LEFT JOIN LATERAL (
          SELECT ${o.detectedAt} FROM ${appOfferChanges} o
          WHERE ${o.appId} = ${m.appId} AND ${o.countryCode} = ${m.countryCode} AND ${o.fieldChanged} = 'availability'
            AND ${m.appId} IS NOT NULL
          ORDER BY ${o.detectedAt} DESC LIMIT 1
        ) changed ON true
        LEFT JOIN LATERAL (${firstPoint(sql`changed.detected_at IS NULL AND ${m.appId} IS NOT NULL`)}) seen ON true
        WHERE ${storefrontLanguages(platform, k)} IS NOT NULL AND ${isRealCountry(k)}
      ) AS storefronts
    FROM ${apps} a WHERE ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`;
  },
});

const priceSchema = () => z.object({ price: z.number(), currency: z.string().nullable() });

const priceChangeSchema = () =>
  z.object({
    before: priceSchema(),
    after: priceSchema(),
    /** Unix time. */
    detectedAt: z.number(),
  });

const storefrontPricesSchema = () =>
  z.object({
    /** The storefront in which the price was read; null where that is not known. */
    countryCode: z.string().nullable(),
    /** Unix time at which the price was last read. */
    asOf: z.number(),
    /** The first known price and since when, unix time. */
    first: priceSchema().extend({ since: z.number() }).nullable(),
    /** Newest first, one more than are shown where there are more. */
    changes: z.array(priceChangeSchema()),
  });
export type StorefrontPrices = Readonly<z.infer<ReturnType<typeof storefrontPricesSchema>>>;

const priceChange = jsonObject({
  before: jsonObject({ price: o.oldPrice, currency: o.oldCurrency }),
  after: jsonObject({ price: o.newPrice, currency: o.newCurrency }),
  detectedAt: unixTime(o.detectedAt),
});

const storefrontPrices = jsonObject({
  countryCode: storefrontOfPrice(m),
  asOf: unixTime(priceReadAt),
  first: sql`CASE WHEN seen.price IS NOT NULL THEN ${jsonObject({
    price: sql`seen.price`,
    currency: sql`seen.currency`,
    since: unixTime(sql`seen.valid_from`),
  })} END`,
  changes: sql`changed.list`,
});

type PricesInput = StoreApp & {
  /** One storefront; null for all. */
  readonly countryCode: string | null;
  readonly hasGlobalMetrics: boolean;
  /** Of each storefront. */
  readonly changesMax: number;
};

/** Returns the newest changes of an app's price in each storefront, or in one, with the first known price. */
export const findPrices = statement({
  name: "find_prices",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      appId: z.int().nullable(),
      countryExists: z.boolean(),
      storefronts: z.array(storefrontPricesSchema()),
    }),
  rows: "trusted",
  sql: ({ platform, externalId, countryCode, hasGlobalMetrics, changesMax }: Placeholders<PricesInput>) => sql`
    SELECT ${a.id} AS "appId",
      ${countryCode}::text IS NULL
        OR EXISTS (SELECT 1 FROM ${countries} k WHERE ${k.code} = ${countryCode} AND ${isRealCountry(k)})
          AS "countryExists", (
        SELECT coalesce(json_agg(${storefrontPrices} ORDER BY ${m.countryCode}), '[]')
        FROM ${appMetrics} m
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(${priceChange} ORDER BY ${o.detectedAt} DESC), '[]') AS list FROM (
            SELECT o.* FROM ${appOfferChanges} o
            WHERE ${o.appId} = ${m.appId} AND ${o.countryCode} = ${m.countryCode} AND ${o.fieldChanged} = 'price'
            ORDER BY ${o.detectedAt} DESC LIMIT ${changesMax}::int + 1
          ) o
        ) changed
        LEFT JOIN LATERAL (${firstPoint(sql`${p.price} IS NOT NULL`)}) seen ON true
        WHERE ${m.appId} = ${a.id} AND CASE WHEN ${hasGlobalMetrics}::boolean THEN ${m.countryCode} = ${global}
          ELSE ${m.countryCode} <> ${global} AND (${countryCode}::text IS NULL OR ${m.countryCode} = ${countryCode}) END
      ) AS storefronts
    FROM (SELECT 1) one LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`,
});
