import type { TransactionSql } from "postgres";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { MetricPoint, StoredHistory } from "./app-history.ts";
import { copyRows, type Field } from "./copy-rows.ts";

const measureColumns =
  "app_id country_code is_available rating rating_count stars price currency installs_range file_size_bytes".split(" ");

export async function storeMetrics(sql: TransactionSql, histories: readonly StoredHistory[]): Promise<number> {
  const points: Field[][] = [];
  const current: Field[][] = [];
  const coverage: Field[][] = [];
  const offers: Field[][] = [];
  for (const { appId, points: all, days, lastSyncedAt } of histories) {
    const newest = new Map<string, MetricPoint>();
    const changes = offerChanges(appId);
    for (const point of all) {
      offers.push(...changes(point, newest.get(point.country)));
      newest.set(point.country, point);
      points.push([...measureFields(appId, point), point.at]);
    }
    for (const point of newest.values()) {
      const { metrics, priceCountry = null } = point;
      const stars = [metrics ? lastSyncedAt : null, metrics?.ratingCount ?? null];
      // An unchanged status, absence or histogram only renews the time of the row.
      current.push([...measureFields(appId, point), priceCountry, lastSyncedAt, ...stars]);
    }
    for (const day of days) coverage.push([appId, day]);
  }
  return (
    (await copyRows(sql, "app_metric_changes", [...measureColumns, "valid_from"], points)) +
    (await copyRows(
      sql,
      "app_metrics",
      [...measureColumns, "price_country_code", "observed_at", "stars_observed_at", "stars_rating_count"],
      current,
    )) +
    (await copyRows(sql, "app_metric_coverage", ["app_id", "day"], coverage)) +
    (await copyRows(sql, "app_offer_changes", offerColumns, offers))
  );
}

function measureFields(appId: number, { country, isAvailable, metrics }: MetricPoint): Field[] {
  if (metrics === undefined) return [appId, country, isAvailable, null, null, null, null, null, null, null];
  const { rating, ratingCount, stars, price, currency, installsRange, fileSizeBytes } = metrics;
  return [appId, country, isAvailable, rating, ratingCount, stars, price, currency, installsRange, fileSizeBytes];
}

const offerColumns =
  "app_id country_code field_changed old_price old_currency new_price new_currency is_available detected_at".split(" ");

/** Returns a function that compares each point with the one before it, as the triggers on `app_metrics` do. */
function offerChanges(appId: number) {
  const prices = new Map<string, Field[]>();
  return (point: MetricPoint, before: MetricPoint | undefined): Field[][] => {
    const { country, at, isAvailable, metrics } = point;
    const rows: Field[][] = [];
    if (country !== GLOBAL_COUNTRY && before !== undefined && before.isAvailable !== isAvailable)
      rows.push([appId, country, "availability", null, null, null, null, isAvailable, at]);
    if (metrics === undefined || metrics.price === null) return rows;
    const [former, price] = [prices.get(country), [metrics.price, metrics.currency]];
    prices.set(country, price);
    if (former !== undefined && String(former) !== String(price))
      rows.push([appId, country, "price", ...former, ...price, null, at]);
    return rows;
  };
}
