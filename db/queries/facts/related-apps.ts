import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { relatedKinds } from "../../../lib/domain/fact.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appFacts, appRelatedLists, relatedAppNames } from "../../schema/facts.ts";
import { type Placeholders, statement } from "../../statement.ts";

const a = alias(apps, "a");
const f = alias(appFacts, "f");
const known = alias(apps, "known");
const l = alias(appRelatedLists, "l");
const n = alias(relatedAppNames, "n");

const related = projection({
  external_id: n.externalId,
  name: n.name,
  subtitle: n.subtitle,
  app_id: ifFound(known.id),
  icon_url: ifFound(known.iconUrl),
});

const list = projection({
  kind: l.kind,
  country_code: l.countryCode,
  valid_from: l.validFrom,
  read_on: shown(sql`${f.readOn} ->> ${l.kind}`, () => z.string()),
  apps: shown(sql`listed.apps`, () => z.array(related.row())),
});

/** Returns the newest list of each kind, with the apps in the order of the store. */
export const findRelatedApps = statement({
  name: "find_related_apps",
  effect: "reads",
  returns: "first",
  row: () => z.object({ lists: z.array(list.row()) }),
  rows: "trusted",
  sql: ({ platform, externalId }: Placeholders<StoreApp>) => sql`
    SELECT (
      SELECT coalesce(json_agg(${list.json}), '[]')
      FROM unnest(${`{${relatedKinds.join(",")}}`}::text[]) AS kinds(kind)
      CROSS JOIN LATERAL (
        SELECT l.* FROM ${appRelatedLists} l WHERE ${l.appId} = ${a.id} AND ${l.kind} = kinds.kind
        ORDER BY ${l.validFrom} DESC LIMIT 1
      ) l
      LEFT JOIN ${appFacts} f ON ${f.appId} = ${l.appId}
      CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(${related.json} ORDER BY listed.place), '[]') AS apps
        FROM unnest(${l.externalIds}) WITH ORDINALITY AS listed(external_id, place)
        JOIN ${relatedAppNames} n ON ${n.platform} = ${a.platform} AND ${n.countryCode} = ${l.countryCode}
          AND ${n.externalId} = listed.external_id
        LEFT JOIN ${apps} known ON ${known.platform} = ${a.platform} AND ${known.externalId} = listed.external_id
      ) listed
    ) AS lists
    FROM ${apps} a WHERE ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`,
});
