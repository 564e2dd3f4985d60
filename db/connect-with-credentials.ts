import { type Connection, type ConnectionSettings, connect, IDLE_TIMEOUT_SECONDS } from "./client.ts";
import { codeOf } from "./error-code.ts";
import type { CompiledStatement, Db } from "./statement.ts";

export type Credentials = { readonly username: string; readonly password: string };

/** SQLSTATE of a wrong or outdated password. The statement did not run, so it may be sent again. */
const PASSWORD_REJECTED = "28P01";

/** postgres.js would treat such a statement as in flight, and later ones would hang: its client is discarded. */
const connectionLost: ReadonlySet<unknown> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  // SQLSTATE: the server shut down or ended an idle session.
  "57P01",
  "57P05",
]);
const discardedAfter: ReadonlySet<unknown> = new Set([
  ...connectionLost,
  PASSWORD_REJECTED,
  "CONNECT_TIMEOUT",
  "ETIMEDOUT",
]);

/** Longer than the statement timeout of the functions' role, so such a silence means a dead connection. */
const RESPONSE_TIMEOUT_MS = 22_000;

/** The server failed without closing its connections, which a function would notice only by its own timeout. */
class SilentConnectionError extends Error {
  readonly code = "ETIMEDOUT";
}

/** Credentials are read again when the server rejects the password, so that a rotation fails no request. */
export function connectWithCredentials(
  settings: Omit<ConnectionSettings, "username" | "password">,
  readCredentials: () => Promise<Credentials>,
  now: () => number = Date.now,
  responseTimeoutMs: number = RESPONSE_TIMEOUT_MS,
): Connection {
  const credentials = resettableMemo(readCredentials);
  const client = resettableMemo(async () => connect({ ...settings, ...(await credentials.get()) }));
  const use = { lastAt: now(), statements: 0 };

  /** Timers stop while a function is frozen, so the driver does not close a connection that is idle for long. */
  const discardIdle = () => {
    if (use.statements > 0 || now() - use.lastAt < IDLE_TIMEOUT_SECONDS * 1000) return;
    const known = client.peek();
    if (known !== undefined && client.reset(known)) void end(known);
  };

  const connectMs = settings.connectTimeoutSeconds * 1000;
  const hasResponded = new WeakSet<Connection>();

  const attempt = async (statement: CompiledStatement): Promise<readonly unknown[]> => {
    const current = client.get();
    try {
      const opened = await current;
      const timeoutMs = responseTimeoutMs + (hasResponded.has(opened) ? 0 : connectMs);
      const rows = await within(timeoutMs, opened.db.run(statement));
      hasResponded.add(opened);
      return rows;
    } catch (error) {
      if (error instanceof SilentConnectionError) void end(current);
      const isDiscarded = discardedAfter.has(codeOf(error)) && client.reset(current);
      if (isDiscarded && codeOf(error) === PASSWORD_REJECTED) credentials.reset();
      throw error;
    }
  };

  const run: Db["run"] = async (statement) => {
    discardIdle();
    use.statements += 1;
    try {
      const again = (isReason: (code: unknown) => boolean) => (error: unknown) => {
        if (isReason(codeOf(error))) return attempt(statement);
        throw error;
      };
      return await attempt(statement)
        .catch(again((code) => connectionLost.has(code) && statement.effect === "reads"))
        .catch(again((code) => code === PASSWORD_REJECTED));
    } finally {
      use.statements -= 1;
      use.lastAt = now();
    }
  };

  return { db: { run, checksRows: false }, end: () => end(client.peek()) };
}

async function within<Result>(milliseconds: number, response: PromiseLike<Result>): Promise<Result> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new SilentConnectionError("The database is silent.")), milliseconds);
  try {
    return await Promise.race([response, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function end(client: Promise<Connection> | undefined): Promise<void> {
  await (await client?.catch(() => undefined))?.end();
}

function resettableMemo<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const reset = (known = made): boolean => {
    const isCurrent = known === made;
    if (isCurrent) made = undefined;
    return isCurrent;
  };
  const get = (): Promise<T> => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => reset(making));
    return making;
  };
  return { get, reset, peek: () => made };
}
