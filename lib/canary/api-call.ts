export type ApiCall = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
};

export type ApiResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly summary: string;
};

export type CallApi = (call: ApiCall) => Promise<ApiResponse>;

/** The API gave the canary an incorrect response. */
export class CanaryFailure extends Error {
  override readonly name = "CanaryFailure";
}

export function expectStatus(response: ApiResponse, expected: readonly number[]): ApiResponse {
  if (expected.includes(response.status)) return response;
  throw new CanaryFailure(`${response.summary}; expected ${expected.join(" or ")}.`);
}

/** The gateway waits as long for a function. */
const TIMEOUT_MS = 30_000;

export function createCallApi(url: string, send: typeof fetch = fetch): CallApi {
  return async ({ method = "GET", path, body, token }) => {
    const response = await send(`${url}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const summary = `${method} ${path.split("?")[0]} returned ${response.status}`;
    return { status: response.status, body: parseJson(text), summary };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
