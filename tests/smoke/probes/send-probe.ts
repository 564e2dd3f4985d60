import type { Probe, StoreReply } from "./probe.ts";

const REQUEST_MS_MAX = 15_000;
/** Ten times a list of 150 apps. */
const BODY_BYTES_MAX = 16_000_000;

/** A store that sent no whole response. Its message is the cause. */
export class NoReplyError extends Error {
  override readonly name = "NoReplyError";
}

export type ProbeSender = (
  probe: Pick<Probe, "host" | "headers">,
  path: string,
  userAgent: string,
) => Promise<StoreReply>;

/** Returns what sends a probe to its store, or to a store simulator in its place. Redirects are not followed. */
export function createProbeSender(
  simulatorUrl: string | undefined,
  { timeoutMs = REQUEST_MS_MAX }: { readonly timeoutMs?: number } = {},
): ProbeSender {
  return async ({ host, headers = {} }, path, userAgent) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${simulatorUrl ?? `https://${host}`}${path}`, {
        redirect: "manual",
        signal,
        headers: {
          ...headers,
          "user-agent": userAgent,
          ...(simulatorUrl !== undefined && { "x-store-host": host }),
        },
      });
      return { status: response.status, headers: response.headers, body: await readBody(response) };
    } catch (error) {
      if (error instanceof NoReplyError) throw error;
      if (signal.aborted) throw new NoReplyError(`no response within ${timeoutMs / 1_000} s`);
      throw new NoReplyError(causeOf(error), { cause: error });
    }
  };
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Throwing in the loop cancels the stream, which closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new NoReplyError(`the response is longer than ${BODY_BYTES_MAX / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the message of the innermost error: fetch itself says no more than that it failed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : causeOf(error.cause);
}
