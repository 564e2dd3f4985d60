import type { Platform } from "../../lib/domain/platform.ts";

/** An app as every answer shows it, to one user. */
export type AppSummary = {
  readonly id: number;
  readonly platform: Platform;
  readonly externalId: string;
  readonly displayName: string | null;
  readonly iconUrl: string | null;
  readonly isAvailable: boolean;
  /** Unix time. */
  readonly createdAt: number;
  readonly lastSyncedAt: number | null;
  readonly version: string | null;
  /** Over all storefronts, weighted by their number of ratings. */
  readonly rating: number | null;
  readonly ratingCount: number | null;
  readonly isTracked: boolean;
  readonly publisher: {
    readonly id: number;
    readonly name: string;
    readonly externalId: string;
    readonly platform: Platform;
    readonly url: string | null;
  } | null;
  readonly category: { readonly id: number; readonly name: string; readonly slug: string } | null;
};

/** Of the app `a`, to the user $1. */
export const appColumns = `
  a.id, a.platform, a.external_id AS "externalId", a.name AS "displayName", a.icon_url AS "iconUrl",
  a.is_available AS "isAvailable", extract(epoch FROM a.created_at)::float8 AS "createdAt",
  extract(epoch FROM a.last_synced_at)::float8 AS "lastSyncedAt", v.version, rated.rating,
  rated.rating_count AS "ratingCount",
  EXISTS (SELECT 1 FROM tracked_apps mine WHERE mine.user_id = $1 AND mine.app_id = a.id) AS "isTracked",
  CASE WHEN p.id IS NOT NULL THEN json_build_object(
    'id', p.id, 'name', p.name, 'externalId', p.external_id, 'platform', p.platform, 'url', p.url) END AS publisher,
  CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'name', k.name, 'slug', k.slug) END AS category`;

/** Where metrics are global one row holds measures, so the same sums serve both platforms. */
export const appJoins = `
LEFT JOIN publishers p ON p.id = a.publisher_id
LEFT JOIN store_categories k ON k.id = a.category_id
LEFT JOIN app_versions v ON v.id = a.current_version_id
CROSS JOIN LATERAL (
  SELECT sum(m.rating_count)::float8 AS rating_count, max(m.file_size_bytes)::float8 AS file_size_bytes,
    round(sum(m.rating * m.rating_count) / nullif(sum(m.rating_count) FILTER (WHERE m.rating IS NOT NULL), 0), 2)::float8
      AS rating
  FROM app_metrics m WHERE m.app_id = a.id
) rated`;
