import * as z from "zod";

import { endpoints } from "../../../functions/endpoints.ts";
import { API_PREFIX } from "../../../lib/http/contract.ts";
import type { OperationExample } from "../../../lib/http/openapi-example.ts";

export type ExampleRequest = Partial<Pick<OperationExample, "params" | "query" | "body">>;

export type Recorder = ReturnType<typeof createRecorder>;

const REQUEST_MS_MAX = 35_000;
const UNAVAILABLE = 503;
const ATTEMPTS_MAX = 5;
const RETRY_INTERVAL_MS = 2_000;
const SETTLE_MS_MAX = 120_000;
const SETTLE_INTERVAL_MS = 200;

const bodySchema = z.record(z.string(), z.unknown());
const sessionBody = z.object({ data: z.object({ token: z.string() }) });

/** Sends requests to the API as a client would, and keeps the responses that are shown. */
export function createRecorder() {
  const examples = new Map<string, OperationExample>();
  let url = "";
  let token: string | undefined;

  /** A service that has just started may be busy: the request is sent again when the response says so. */
  async function sendPatiently(operation: string, request: ExampleRequest) {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(operation, request);
      if (response.status < 500) return response;
      if (attempt === ATTEMPTS_MAX || response.status !== UNAVAILABLE) throw new Error(describe(operation, response));
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    }
  }

  async function send(operation: string, { params = {}, query = {}, body = null }: ExampleRequest) {
    const { method, path } = contractOf(operation);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const response = await fetch(`${url}${API_PREFIX}${filled}?${new URLSearchParams(pairs)}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === null ? {} : { "content-type": "application/json" }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : bodySchema.parse(JSON.parse(text)) };
  }

  /** Sends a request outside the examples and returns the body of its response. */
  async function call(operation: string, request: ExampleRequest = {}): Promise<unknown> {
    const response = await sendPatiently(operation, request);
    if (response.status >= 300) throw new Error(describe(operation, response));
    return response.body;
  }

  function keep(operation: string, request: ExampleRequest, response: OperationExample["responses"][number]): void {
    const { params = {}, query = {}, body = null } = request;
    const known = examples.get(operation) ?? { operation, params, query, body, responses: [] };
    examples.set(operation, { ...known, responses: [...known.responses, response] });
  }

  return {
    /** The address of the service; it changes at a restart. */
    connect(to: string) {
      url = to;
    },
    call,
    /** Sends a request, records its response and returns the body. The first of an operation is its example. */
    async show(operation: string, request: ExampleRequest = {}, name = "recorded"): Promise<unknown> {
      const { status, body } = await sendPatiently(operation, request);
      keep(operation, request, { name, status, body });
      return body;
    },
    /** Uses the token of this response from now on. */
    signIn(response: unknown) {
      token = sessionBody.parse(response).data.token;
    },
    /** Repeats the request until the body is as expected, and returns it. */
    async settle<Schema extends z.ZodType>(operation: string, request: ExampleRequest, expected: Schema) {
      const endsAt = performance.now() + SETTLE_MS_MAX;
      while (performance.now() < endsAt) {
        const parsed = expected.safeParse(await call(operation, request));
        if (parsed.success) return parsed.data;
        await new Promise((resolve) => setTimeout(resolve, SETTLE_INTERVAL_MS));
      }
      throw new Error(`${operation} did not settle within ${SETTLE_MS_MAX / 1000} seconds.`);
    },
    /** Returns the examples of all operations. Throws where one has none. */
    examples(): readonly OperationExample[] {
      return endpoints.map(({ contract: { operation } }) => {
        const example = examples.get(operation);
        if (example === undefined) throw new Error(`infra/local/examples/story.ts never shows ${operation}.`);
        return example;
      });
    },
  };
}

function describe(operation: string, { status, body }: { readonly status: number; readonly body: unknown }): string {
  return `${operation} responded with ${status}: ${JSON.stringify(body)}`;
}

function contractOf(operation: string) {
  const found = endpoints.find(({ contract }) => contract.operation === operation);
  if (found === undefined) throw new Error(`No operation is called ${operation}.`);
  return found.contract;
}
