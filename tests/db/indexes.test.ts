import { expect, it } from "vitest";

import { endpoints, feedEndpoints, linkEndpoints, sessionEndpoints } from "../../functions/endpoints.ts";
import { fullPath } from "../../lib/http/contract.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

/** Their rows are never deleted, so that references to them need no index. */
const neverDeleted = ["countries", "store_categories", "listing_texts"];

const servedOtherwise = [
  // A version is deleted with its app alone, whose own keys find the rows first.
  "app_store_listings_version_id_fkey",
  "app_store_listing_changes_version_id_fkey",
  // A partial index has the few events that name a publisher.
  "events_publisher_id_fkey",
  // Another one has the events that one user alone sees.
  "events_user_id_fkey",
];

it("every index but a primary key names the query that it serves", async () => {
  const rows = await database().sql`
    SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.relispartition AND NOT i.indisprimary
      AND obj_description(c.oid, 'pg_class') IS NULL`;

  expect(rows.map((row) => row.relname)).toEqual([]);
});

it("the comments of indexes name existing operations only", async () => {
  const rows = await database().sql<{ name: string; comment: string }[]>`
    SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.relispartition`;
  const operations = new Set([
    ...endpoints.map(({ contract: { method, path } }) => `${method} ${path}`),
    ...[...feedEndpoints, ...linkEndpoints, ...sessionEndpoints].map(
      ({ contract }) => `${contract.method} ${fullPath(contract)}`,
    ),
  ]);

  const unknown = rows.filter(({ comment }) => {
    const named = (comment ?? "").match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s,:]*/g) ?? [];
    return named.some((operation) => !operations.has(operation));
  });

  expect(unknown.map(({ name }) => name).toSorted()).toEqual([]);
});

it("every foreign key whose target can be deleted has an index", async () => {
  const { sql } = database();
  const rows = await sql`
    SELECT k.conname FROM pg_constraint k
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0
      AND k.confrelid::regclass::text NOT IN ${sql(neverDeleted)} AND k.conname NOT IN ${sql(servedOtherwise)}
      AND NOT EXISTS (
        SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
          AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`;

  expect(rows.map((row) => row.conname)).toEqual([]);
});
