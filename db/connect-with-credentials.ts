import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

import { type Connection, type ConnectionSettings, connect } from "./client.ts";
import * as schema from "./schema/index.ts";

export type Credentials = { readonly username: string; readonly password: string };

type Unsafe = postgres.Sql["unsafe"];
type Opened = { readonly unsafe: Unsafe; readonly end: () => Promise<void> };

/** SQLSTATE of a password that is not (any longer) right. Nothing was run, so the statement may be sent again. */
const PASSWORD_REFUSED = "28P01";

/**
 * Connects with the first statement, as the user whom the credentials name. They are read once, and again when the
 * server refuses the password, so that rotating it disturbs nobody.
 */
export function connectWithCredentials(
  settings: Omit<ConnectionSettings, "username" | "password">,
  readCredentials: () => Promise<Credentials>,
): Connection {
  let opening: Promise<Opened> | undefined;
  const open = () => {
    opening ??= readCredentials()
      .then((credentials) => openClient({ ...settings, ...credentials }))
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };

  const run = async <Result>(send: (client: Opened) => PromiseLike<Result>): Promise<Result> => {
    const current = open();
    const client = await current;
    try {
      return await send(client);
    } catch (error) {
      if (!isPasswordRefused(error)) throw error;
      if (opening === current) opening = undefined;
      await client.end();
      return await send(await open());
    }
  };

  // Drizzle's sessions ask no more of a client than this; the driver itself wants the user's name at once.
  const client = { options: { parsers: {}, serializers: {} }, unsafe: deferStatements(run) } as unknown as postgres.Sql;
  return { db: drizzle(client, { schema }), end: async () => (await opening)?.end() };
}

type RunStatement = <Result>(send: (client: Opened) => PromiseLike<Result>) => Promise<Result>;

function deferStatements(run: RunStatement) {
  return (...statement: Parameters<Unsafe>) => ({
    // biome-ignore lint/suspicious/noThenProperty: a statement of the driver is sent when it is awaited
    then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
      run((client) => client.unsafe(...statement)).then(resolve, reject),
    values: () => run((client) => client.unsafe(...statement).values()),
  });
}

function openClient(settings: ConnectionSettings): Opened {
  const { db, end } = connect(settings);
  // Drizzle's own client, whose parsers and serializers it has set.
  const { $client } = db as unknown as { $client: postgres.Sql };
  return { unsafe: $client.unsafe.bind($client), end };
}

function isPasswordRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === PASSWORD_REFUSED;
}
