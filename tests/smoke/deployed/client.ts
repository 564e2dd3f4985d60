import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

export type Call = {
  readonly method?: string;
  readonly path: string;
  /** A string and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Received = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, when it is JSON. */
  readonly body: unknown;
  /** `GET /apps returned 503: The database cannot be reached at the moment.` */
  readonly summary: string;
};

export type Client = (call: Call) => Promise<Received>;

/** A step that the service did not pass: what was seen, and what to do about it. Neither holds a secret. */
export class SmokeFailure extends Error {
  override readonly name = "SmokeFailure";
  readonly fix: string;

  constructor(seen: string, fix: string) {
    super(seen);
    this.fix = fix;
  }
}

const REQUEST_MS_MAX = 35_000;
const LIMIT_WAITS_MAX = 2;
/** A window of the rate limit, and a little. */
const LIMIT_WAIT_SECONDS_MAX = 65;
const DETAIL_CHARACTERS_MAX = 300;

/** Calls a service, and waits when the rate limit is reached. */
export function createClient(url: string, say: (line: string) => void): Client {
  return async (call) => {
    for (let waits = 0; ; waits += 1) {
      const reply = await sendCall(url, call);
      if (reply.status !== 429 || waits === LIMIT_WAITS_MAX) return reply;
      const seconds = Math.min(LIMIT_WAIT_SECONDS_MAX, Number(reply.headers.get("retry-after") ?? 1) + 1);
      say(`         (the rate limit is reached: waiting ${seconds} s)`);
      await sleep(seconds * 1_000);
    }
  };
}

async function sendCall(url: string, { method = "GET", path, body, token, headers = {} }: Call): Promise<Received> {
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const text = isRaw ? body : JSON.stringify(body);
  const response = await send(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const parsed = parseJson(response.text);
  const detail = detailOf(parsed).slice(0, DETAIL_CHARACTERS_MAX);
  const summary = `${method} ${path.split("?")[0]} returned ${response.status}${detail === "" ? "" : `: ${detail}`}`;
  return { status: response.status, headers: response.headers, body: parsed, summary };
}

async function send(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_MS_MAX) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw unreachable(address, error);
  }
}

function unreachable(address: string, error: unknown): SmokeFailure {
  const { host } = new URL(address);
  if (error instanceof Error && error.name === "TimeoutError") {
    return new SmokeFailure(
      `${host} did not respond within ${REQUEST_MS_MAX / 1_000} s.`,
      "Read the function's log: a network without a way to the database or to AWS looks like this.",
    );
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new SmokeFailure(
    `${host} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}.`,
    "Give --url as the deployment printed it (ApiUrl), and check this machine's network and proxy.",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service says of a rejection, or the gateway. Never the whole text, which might repeat what was sent. */
function detailOf(body: unknown): string {
  const { detail, message } =
    z.object({ detail: z.string(), message: z.string() }).partial().safeParse(body).data ?? {};
  return detail ?? message ?? "";
}
