import { randomUUID } from "node:crypto";
import { inject } from "vitest";

import type { CreateDatabase } from "../bench/economy/open-database.ts";
import { connectionTo, createDatabase, dropDatabase, TEMPLATE_DATABASE } from "./server.ts";

/** Lets a bench create databases on the server of the tests, and drops them. */
export async function withBenchDatabases(bench: (create: CreateDatabase) => Promise<void>): Promise<void> {
  const server = inject("postgres");
  const names: string[] = [];
  try {
    await bench(async (name, template = TEMPLATE_DATABASE) => {
      const unique = `${name}_${randomUUID().replaceAll("-", "")}`;
      await createDatabase(server, unique, template);
      names.push(unique);
      return connectionTo(server, unique);
    });
  } finally {
    for (const name of names) await dropDatabase(server, name);
  }
}
