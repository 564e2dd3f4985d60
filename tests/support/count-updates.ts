import type postgres from "postgres";

/** `indexed` updates wrote indexes on the page of their row, and `moved` ones found no room there. `all` has both. */
export type Updates = { readonly all: number; readonly indexed: number; readonly moved: number };

/** The work is done on the one connection of the client, so that its statistics are complete. */
export async function countUpdates(
  client: postgres.Sql,
  table: string,
  work: () => Promise<unknown>,
): Promise<Updates> {
  const read = async () => {
    await client`SELECT pg_stat_force_next_flush()`;
    const [row] = await client<Updates[]>`
      SELECT n_tup_upd::int AS all, n_tup_newpage_upd::int AS moved,
        (n_tup_upd - n_tup_hot_upd - n_tup_newpage_upd)::int AS indexed
      FROM pg_stat_user_tables WHERE relname = ${table}`;
    return row ?? { all: 0, indexed: 0, moved: 0 };
  };
  const before = await read();
  await work();
  const after = await read();
  return {
    all: after.all - before.all,
    indexed: after.indexed - before.indexed,
    moved: after.moved - before.moved,
  };
}
