import type { TransactionSql } from "postgres";

import type { MetricPoint, StoredHistory } from "./app-history.ts";
import { copyRows, type Field } from "./copy-rows.ts";

const measureColumns =
  "app_id country_code is_available rating rating_count stars price currency installs_range file_size_bytes".split(" ");

export async function storeMetrics(sql: TransactionSql, histories: readonly StoredHistory[]): Promise<number> {
  const points: Field[][] = [];
  const current: Field[][] = [];
  const coverage: Field[][] = [];
  for (const { appId, points: all, days, lastSyncedAt } of histories) {
    const newest = new Map<string, MetricPoint>();
    for (const point of all) {
      newest.set(point.country, point);
      points.push([...measureFields(appId, point), point.at]);
    }
    for (const point of newest.values()) {
      const { metrics, at } = point;
      current.push([...measureFields(appId, point), at, metrics ? lastSyncedAt : null, metrics?.ratingCount ?? null]);
    }
    for (const day of days) coverage.push([appId, day]);
  }
  return (
    (await copyRows(sql, "app_metric_changes", [...measureColumns, "valid_from"], points)) +
    (await copyRows(
      sql,
      "app_metrics",
      [...measureColumns, "observed_at", "stars_observed_at", "stars_rating_count"],
      current,
    )) +
    (await copyRows(sql, "app_metric_coverage", ["app_id", "day"], coverage))
  );
}

function measureFields(appId: number, { country, isAvailable, metrics }: MetricPoint): Field[] {
  if (metrics === undefined) return [appId, country, isAvailable, null, null, null, null, null, null, null];
  const { rating, ratingCount, stars, price, currency, installsRange, fileSizeBytes } = metrics;
  return [appId, country, isAvailable, rating, ratingCount, stars, price, currency, installsRange, fileSizeBytes];
}
