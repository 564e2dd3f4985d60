import { NO_RESPONSE, Problem } from "./problem.ts";

export type SentRequest = { readonly method: string; readonly url: string; readonly body: string | undefined };

/** The gateway ends a request after 29 seconds. */
const TIMEOUT_MS = 35_000;

/** Returns the response, whatever its status. Throws a Problem if there is none. */
export async function send(
  { method, url, body }: SentRequest,
  { token, signal }: { readonly token?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    // The caller that aborted the request expects this error.
    if (signal?.aborted === true) throw error;
    throw new Problem(NO_RESPONSE, describeSilence({ isTimeout: timeout.aborted }), { cause: error });
  }
}

function describeSilence({ isTimeout }: { readonly isTimeout: boolean }): string {
  if (!navigator.onLine) return "This device is offline.";
  return isTimeout ? "The service did not respond in time." : "The service cannot be reached.";
}
