import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import { endpoints } from "../../../functions/endpoints.ts";
import type { OperationExample } from "../../../lib/http/openapi-example.ts";
import { callOperation, describeResponse, type OperationRequest } from "../call-operation.ts";

export type Recorder = ReturnType<typeof createRecorder>;

const SETTLE_MS_MAX = 120_000;
const SETTLE_INTERVAL_MS = 200;

const sessionBody = z.object({ data: z.object({ token: z.string() }) });

export function createRecorder() {
  const examples = new Map<string, OperationExample>();
  let url = "";
  let token: string | undefined;

  async function call(operation: string, request: OperationRequest = {}): Promise<unknown> {
    const response = await callOperation({ url, token }, operation, request);
    if (response.status >= 300) throw new Error(describeResponse(operation, response));
    return response.body;
  }

  function keep(operation: string, request: OperationRequest, response: OperationExample["responses"][number]): void {
    const { params = {}, query = {}, body = null } = request;
    const known = examples.get(operation) ?? { operation, params, query, body, responses: [] };
    examples.set(operation, { ...known, responses: [...known.responses, response] });
  }

  return {
    connect(to: string) {
      url = to;
    },
    call,
    /** The first response of an operation is its example. */
    async show(operation: string, request: OperationRequest = {}, name = "recorded"): Promise<unknown> {
      const { status, body } = await callOperation({ url, token }, operation, request);
      keep(operation, request, { name, status, body });
      return body;
    },
    signIn(response: unknown) {
      token = sessionBody.parse(response).data.token;
    },
    async settle<Schema extends z.ZodType>(operation: string, request: OperationRequest, expected: Schema) {
      const endsAt = performance.now() + SETTLE_MS_MAX;
      while (performance.now() < endsAt) {
        const parsed = expected.safeParse(await call(operation, request));
        if (parsed.success) return parsed.data;
        await sleep(SETTLE_INTERVAL_MS);
      }
      throw new Error(`${operation} did not settle within ${SETTLE_MS_MAX / 1000} seconds.`);
    },
    examples(): readonly OperationExample[] {
      return endpoints.map(({ contract: { operation } }) => {
        const example = examples.get(operation);
        if (example === undefined) throw new Error(`infra/local/examples/story.ts never shows ${operation}.`);
        return example;
      });
    },
  };
}
