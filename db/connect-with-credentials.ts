import { type Connection, type ConnectionSettings, connect, IDLE_TIMEOUT_SECONDS } from "./client.ts";
import { codeOf } from "./error-code.ts";
import { rememberUntilForgotten } from "./remember-until-forgotten.ts";
import type { CompiledStatement, Db, Effect } from "./statement.ts";

export type Credentials = { readonly username: string; readonly password: string };

/** SQLSTATE of a password that is not (any longer) right. Nothing was run, so the statement may be sent again. */
const PASSWORD_REJECTED = "28P01";

/**
 * A connection that broke under a statement. The driver reconnects, but keeps that statement as the one under way, and
 * takes every rejection of the new connection for its response: later statements would wait for ever.
 */
const connectionLost: ReadonlySet<unknown> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  // SQLSTATE: the server shut down, or ended a session that was idle.
  "57P01",
  "57P05",
]);
/** After a wait that was in vain, too, the next statement gets a new client; this one is not sent again. */
const givenUpAfter: ReadonlySet<unknown> = new Set([
  ...connectionLost,
  PASSWORD_REJECTED,
  "CONNECT_TIMEOUT",
  "ETIMEDOUT",
]);

/** Longer than the server lets a statement of the functions' role run: a connection that is silent so long is dead. */
const RESPONSE_TIMEOUT_MS = 22_000;

/** A server that failed without closing its connections: nothing else tells a function before its own time is over. */
class SilentConnectionError extends Error {
  readonly code = "ETIMEDOUT";
}

/**
 * Connects with the first statement, as the user whom the credentials name. They are read once, and again when the
 * server rejects the password, so that rotating it disturbs nobody. A statement that only reads is sent once more when
 * its connection turns out to be gone.
 */
export function connectWithCredentials(
  settings: Omit<ConnectionSettings, "username" | "password">,
  readCredentials: () => Promise<Credentials>,
  now: () => number = Date.now,
  responseTimeoutMs: number = RESPONSE_TIMEOUT_MS,
): Connection {
  const credentials = rememberUntilForgotten(readCredentials);
  const client = rememberUntilForgotten(async () => connect({ ...settings, ...(await credentials.get()) }));
  const use = { lastAt: now(), statements: 0 };

  /** While a function is frozen its timers stand still, so the driver does not close what nobody used for long. */
  const giveUpIdle = () => {
    if (use.statements > 0 || now() - use.lastAt < IDLE_TIMEOUT_SECONDS * 1000) return;
    const known = client.peek();
    if (known !== undefined && client.forget(known)) void end(known);
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
      // A client that is given up holds no connection that works, and ends by itself.
      const isGivenUp = givenUpAfter.has(codeOf(error)) && client.forget(current);
      if (isGivenUp && codeOf(error) === PASSWORD_REJECTED) credentials.forget();
      throw error;
    }
  };

  const run: Db["run"] = async (statement) => {
    giveUpIdle();
    use.statements += 1;
    try {
      return await attempt(statement).catch((error: unknown) => {
        if (mayBeSentAgain(error, statement.effect)) return attempt(statement);
        throw error;
      });
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

function mayBeSentAgain(error: unknown, effect: Effect): boolean {
  const code = codeOf(error);
  return code === PASSWORD_REJECTED || (connectionLost.has(code) && effect === "reads");
}

async function end(client: Promise<Connection> | undefined): Promise<void> {
  await (await client?.catch(() => undefined))?.end();
}
