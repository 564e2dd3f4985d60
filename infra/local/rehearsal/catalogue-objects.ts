import type { ISql } from "postgres";

type Named = { readonly name: string; readonly definition: string };
type ReadObjects = (sql: ISql) => Promise<readonly Named[]>;

/** All that migrations make, by kind: each object's name and its definition as the server writes it. */
export const objectKinds = {
  "tables as such": (sql) => sql<Named[]>`
    SELECT relname::text AS name, concat_ws(' ', relkind, relpersistence, reloptions) AS definition
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,

  columns: (sql) => sql<Named[]>`
    SELECT c.relname || '.' || a.attname AS name, concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,

  partitions: (sql) => sql<Named[]>`
    SELECT inhrelid::regclass::text AS name,
      inhparent::regclass || ' ' || pg_get_expr(c.relpartbound, c.oid) AS definition
    FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,

  constraints: (sql) => sql<Named[]>`
    SELECT conrelid::regclass || ' ' || conname AS name, concat_ws(' ', pg_get_constraintdef(oid), convalidated) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,

  indexes: (sql) => sql<Named[]>`
    SELECT indexrelid::regclass::text AS name,
      concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive) AS definition
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relnamespace = 'public'::regnamespace`,

  triggers: (sql) => sql<Named[]>`
    SELECT tgrelid::regclass || ' ' || tgname AS name, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal`,

  functions: (sql) => sql<Named[]>`
    SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`,

  rights: (sql) => sql<Named[]>`
    SELECT relname::text AS name, concat_ws(' ', relowner::regrole, relacl) AS definition
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S', 'v')
    UNION ALL SELECT oid::regprocedure::text, concat_ws(' ', proowner::regrole, proacl)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'schema ' || nspname, concat_ws(' ', nspowner::regrole, nspacl) FROM pg_namespace WHERE nspname = 'public'
    UNION ALL SELECT 'database ' || datname, concat_ws(' ', datdba::regrole, datacl)
    FROM pg_database WHERE datname = current_database()`,

  // A verifier is compared by its digest, so that no report can show it.
  roles: (sql) => sql<Named[]>`
    SELECT rolname::text AS name, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin,
      rolreplication, rolbypassrls, rolconnlimit, rolvaliduntil, md5(rolpassword),
      (SELECT string_agg(concat_ws(' ', setdatabase, setconfig), ' ' ORDER BY setdatabase)
       FROM pg_db_role_setting WHERE setrole = r.oid),
      (SELECT string_agg(roleid::regrole::text, ' ' ORDER BY roleid) FROM pg_auth_members WHERE member = r.oid)) AS definition
    FROM pg_authid r WHERE rolname NOT LIKE 'pg\\_%'`,

  migrations: (sql) => sql<Named[]>`
    SELECT name, concat_ws(' ', version, sha256) AS definition FROM schema_migrations`,
} as const satisfies Readonly<Record<string, ReadObjects>>;
