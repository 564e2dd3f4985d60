import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { type ChangeField, offerChangeFields } from "../../../lib/domain/change-field.ts";
import { factKeys } from "../../../lib/domain/fact.ts";
import { listingChangeFields } from "../../../lib/domain/listing-field.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import type { Columns } from "../../statement.ts";

/**
 * A locale excludes prices, availability and facts unless a country is given, and a country excludes listings unless a
 * locale is given.
 */
export type ChangeFilter = {
  readonly fields: readonly ChangeField[] | null;
  readonly locale: string | null;
  readonly countryCode: string | null;
  /** The first and the last day, YYYY-MM-DD, in UTC. */
  readonly from: string | null;
  readonly to: string | null;
};

export type ChangePosition = Columns<"detectedAt" | "id">;

export const everyChange: ChangeFilter = { fields: null, locale: null, countryCode: null, from: null, to: null };

const fact = alias(appFactChanges, "fact");
const listed = alias(appStoreListingChanges, "listed");
const offered = alias(appOfferChanges, "offered");

type Selection = { readonly max: SQLWrapper; readonly after?: ChangePosition | undefined } | "all";

/** Returns a query that reads at most `max` entries of an index for each field. */
export function changesOf(appId: SQLWrapper, filter: ChangeFilter, selection: Selection): SQL {
  const parts = [listingChanges, offerChanges, factChanges]
    .map((changes) => changes(appId, filter, selection))
    .filter((part) => part !== null);
  if (parts.length === 0) return sql`SELECT NULL::bigint AS id, NULL::timestamptz AS detected_at WHERE false`;
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` UNION ALL `,
  );
}

function listingChanges(appId: SQLWrapper, filter: ChangeFilter, selection: Selection): SQL | null {
  const { fields, locale, countryCode } = filter;
  const wanted = listingChangeFields.filter((field) => fields === null || fields.includes(field));
  if ((countryCode !== null && locale === null) || wanted.length === 0) return null;

  const rows = (condition: SQL) => sql`
    SELECT ${listed.id}, ${listed.detectedAt} FROM ${appStoreListingChanges} listed
    WHERE ${listed.appId} = ${appId} AND ${isWithin(listed, filter)} ${condition} ${cutTo(listed, selection)}`;
  if (fields === null && locale === null) return rows(sql``);
  return ofEachField(
    wanted,
    rows(sql`AND ${listed.fieldChanged} = f.field ${locale === null ? sql`` : sql`AND ${listed.locale} = ${locale}`}`),
  );
}

function offerChanges(appId: SQLWrapper, filter: ChangeFilter, selection: Selection): SQL | null {
  const { fields, locale, countryCode } = filter;
  const wanted = offerChangeFields.filter((field) => fields === null || fields.includes(field));
  if ((locale !== null && countryCode === null) || wanted.length === 0) return null;

  return ofEachField(
    wanted,
    sql`
    SELECT ${offered.id}, ${offered.detectedAt} FROM ${appOfferChanges} offered
    WHERE ${offered.appId} = ${appId} AND ${offered.fieldChanged} = f.field AND ${isWithin(offered, filter)}
      ${countryCode === null ? sql`` : sql`AND ${offered.countryCode} = ${countryCode}`} ${cutTo(offered, selection)}`,
  );
}

/** An app has few changes of facts, so that fields are chosen among all of them. */
function factChanges(appId: SQLWrapper, filter: ChangeFilter, selection: Selection): SQL | null {
  const { fields, locale, countryCode } = filter;
  const wanted = factKeys.filter((key) => fields === null || fields.includes(key));
  if ((locale !== null && countryCode === null) || wanted.length === 0) return null;

  const position = { detectedAt: fact.validFrom, id: fact.id };
  return sql`
    SELECT ${fact.id}, ${fact.validFrom} AS detected_at FROM ${appFactChanges} fact
    WHERE ${fact.appId} = ${appId} AND NOT ${fact.isFirst} AND ${isWithin(position, filter)}
      ${fields === null ? sql`` : sql`AND ${fact.key} = ANY (${`{${wanted.join(",")}}`}::text[])`}
      ${countryCode === null ? sql`` : sql`AND ${fact.countryCode} = ${countryCode}`} ${cutTo(position, selection)}`;
}

function ofEachField(fields: readonly ChangeField[], rows: SQL): SQL {
  return sql`
    SELECT one.id, one.detected_at FROM unnest(${`{${fields.join(",")}}`}::text[]) AS f(field)
      CROSS JOIN LATERAL (${rows}) one`;
}

function isWithin({ detectedAt }: ChangePosition, days: ChangeFilter): SQL {
  return isWithinDays(detectedAt, days);
}

export function isWithinDays(instant: SQLWrapper, { from, to }: Pick<ChangeFilter, "from" | "to">): SQL {
  const since = from === null ? sql`true` : sql`${instant} >= ${from}::date::timestamp AT TIME ZONE 'UTC'`;
  const until = to === null ? sql`true` : sql`${instant} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  return sql`${since} AND ${until}`;
}

function cutTo({ detectedAt, id }: ChangePosition, selection: Selection): SQL {
  if (selection === "all") return sql``;
  const { max, after } = selection;
  const isAfter = after === undefined ? sql`` : sql`AND (${detectedAt}, ${id}) < (${after.detectedAt}, ${after.id})`;
  return sql`${isAfter} ORDER BY ${detectedAt} DESC, ${id} DESC LIMIT ${max}`;
}
