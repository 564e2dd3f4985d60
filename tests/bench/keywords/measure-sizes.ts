import type postgres from "postgres";

const MB = 1_000_000;
const SIZE_MAX_MB = 1_200;

/** Prints what all results and fetches take, with their indexes. */
export async function measureSizes(
  sql: postgres.Sql,
  { terms, days }: { readonly terms: number; readonly days: number },
): Promise<void> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    SELECT name, sum(pg_total_relation_size(coalesce(relid, name::regclass)))::float8 AS bytes
    FROM unnest(ARRAY['keyword_results', 'keyword_fetches', 'store_ids']) name
    LEFT JOIN LATERAL pg_partition_tree(name::regclass) ON true GROUP BY name ORDER BY name`;
  console.error(`${terms} terms, ${days} days, each with another result`);
  for (const { name, bytes } of rows) console.error(`    ${name.padEnd(16)} ${Math.round(bytes / MB)} MB`);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0) / MB;
  console.error(
    `    all              ${Math.round(total)} MB${total > SIZE_MAX_MB ? `: MORE THAN ${SIZE_MAX_MB} MB` : ""}`,
  );
}
