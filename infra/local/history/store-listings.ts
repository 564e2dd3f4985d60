import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";

import type { Revision, StoredHistory } from "./app-history.ts";
import { copyRows, type Field } from "./copy-rows.ts";

const TEXTS_PER_STATEMENT = 500;

type ListingHistory = Pick<
  StoredHistory,
  "appId" | "versionIds" | "revisions" | "pages" | "changes" | "lastSyncedAt"
> & { readonly last: { readonly version: string | null } };

/** Stores texts, revisions, changes and the last reads of pages. Returns the number of rows. */
export async function storeListings(sql: TransactionSql, histories: readonly ListingHistory[]): Promise<number> {
  const texts = histories.flatMap(({ revisions, changes }) => [
    ...revisions.flatMap(({ shown }) => (shown === undefined ? [] : [shown.description, shown.whats_new])),
    ...changes.flatMap(({ before, after }) => [before, after]),
  ]);
  await storeTexts(sql, [...new Set(texts.filter((text) => text !== null))]);
  const revisions = histories.flatMap((app) => app.revisions.map((revision) => revisionRow(app, revision)));
  const changes = histories.flatMap(({ appId, versionIds, changes: all }) =>
    all.map(({ locale, at, version, field, before, after }) => {
      const versionId = version === null ? null : (versionIds.get(version) ?? null);
      return [appId, versionId, locale, field, textHash(before), textHash(after), at] satisfies Field[];
    }),
  );
  return (
    (await copyRows(sql, "app_store_listings", revisionColumns, revisions)) +
    (await copyRows(sql, "app_store_listing_changes", changeColumns, changes)) +
    (await copyRows(sql, "app_page_reads", pageColumns, histories.flatMap(pageRows)))
  );
}

const revisionColumns =
  "app_id locale valid_from country_code version_id is_present title subtitle promotional_text description_sha256 whats_new_sha256 screenshots icon_url video_url".split(
    " ",
  );
const changeColumns = "app_id version_id locale field_changed old_text_sha256 new_text_sha256 detected_at".split(" ");

const pageColumns = "app_id locale country_code read_at version_id".split(" ");

function pageRows({ appId, versionIds, pages, last, lastSyncedAt }: ListingHistory): Field[][] {
  const versionId = last.version === null ? null : (versionIds.get(last.version) ?? null);
  return [...pages].map(([locale, country]) => [appId, locale, country, lastSyncedAt, versionId]);
}

function revisionRow(
  { appId, versionIds }: ListingHistory,
  { locale, at, country, version, shown }: Revision,
): Field[] {
  const versionId = version === null ? null : (versionIds.get(version) ?? null);
  const texts =
    shown === undefined
      ? [null, null, null, null, null, null, null, null]
      : [
          shown.title,
          shown.subtitle,
          shown.promotional_text,
          textHash(shown.description),
          textHash(shown.whats_new),
          shown.screenshots,
          shown.icon_url,
          shown.video_url,
        ];
  return [appId, locale, at, country, versionId, shown !== undefined, ...texts];
}

async function storeTexts(sql: TransactionSql, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += TEXTS_PER_STATEMENT) {
    const rows = JSON.stringify(texts.slice(from, from + TEXTS_PER_STATEMENT));
    await sql`
      INSERT INTO listing_texts (sha256, body)
      SELECT sha256(convert_to(body, 'UTF8')), body FROM jsonb_array_elements_text(${rows}::text::jsonb) AS t(body)
      ON CONFLICT (sha256) DO NOTHING`;
  }
}

/** A text may be empty, which is not none. */
function textHash(text: string | null): Buffer | null {
  return text === null ? null : createHash("sha256").update(text).digest();
}
