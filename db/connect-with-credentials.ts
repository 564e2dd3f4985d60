import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

import { type Connection, type ConnectionSettings, connect } from "./client.ts";

export type Credentials = { readonly username: string; readonly password: string };

type Unsafe = postgres.Sql["unsafe"];
type Opened = { readonly unsafe: Unsafe; readonly end: () => Promise<void> };

/** SQLSTATE of a password that is not (any longer) right. Nothing was run, so the statement may be sent again. */
const PASSWORD_REFUSED = "28P01";

/**
 * A connection that broke under a statement. The driver reconnects, but keeps that statement as the one under way, and
 * takes every refusal of the new connection for its answer: later statements would wait for ever.
 */
const connectionLost: ReadonlySet<unknown> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Connects with the first statement, as the user whom the credentials name. They are read once, and again when the
 * server refuses the password, so that rotating it disturbs nobody.
 */
export function connectWithCredentials(
  settings: Omit<ConnectionSettings, "username" | "password">,
  readCredentials: () => Promise<Credentials>,
): Connection {
  const credentials = rememberUntilForgotten(readCredentials);
  const client = rememberUntilForgotten(async () => openClient({ ...settings, ...(await credentials.get()) }));

  const run = async <Result>(send: (client: Opened) => PromiseLike<Result>): Promise<Result> => {
    const current = client.get();
    try {
      return await send(await current);
    } catch (error) {
      const code = codeOf(error);
      // A client that is given up holds no connection that works, and ends by itself.
      if (connectionLost.has(code)) client.forget(current);
      if (code !== PASSWORD_REFUSED) throw error;
      if (client.forget(current)) credentials.forget();
      return await send(await client.get());
    }
  };

  // Drizzle's sessions ask no more of a client than this; the driver itself wants the user's name at once.
  const deferred = { options: { parsers: {}, serializers: {} }, unsafe: deferStatements(run) };
  const end = async () => (await client.peek()?.catch(() => undefined))?.end();
  return { db: drizzle(deferred as unknown as postgres.Sql), end };
}

/** Something that is made when first asked for, and anew after it failed or was forgotten. */
function rememberUntilForgotten<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const forget = (known = made): boolean => {
    const isCurrent = known === made;
    if (isCurrent) made = undefined;
    return isCurrent;
  };
  const get = (): Promise<T> => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => forget(making));
    return making;
  };
  return { get, forget, peek: () => made };
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
