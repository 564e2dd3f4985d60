import type { ConnectionSettings } from "../../../db/client.ts";
import { installClock, type VirtualClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import { connectForTest, type TestDb } from "../../support/test-connection.ts";

/** Creates a database, migrated or as a copy of another, and returns how to connect to it. */
export type CreateDatabase = (name: string, template?: string) => Promise<ConnectionSettings>;

export type OpenedDatabase = { readonly db: TestDb; readonly clock: VirtualClock; readonly end: () => Promise<void> };

const CONNECTIONS_MAX = 8;

/** Returns a database with a clock of its own. */
export async function openDatabase(connection: ConnectionSettings, startMs: number): Promise<OpenedDatabase> {
  const clock = await installClock(connection, startMs);
  const { db, end } = connectForTest({ ...connection, max: CONNECTIONS_MAX });
  return {
    db,
    clock,
    end: async () => {
      await end();
      await clock.stop();
    },
  };
}
