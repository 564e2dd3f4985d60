import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { invokeFunction } from "../../infra/aws/aws-client.ts";
import { prod } from "../../infra/aws/stages.ts";
import { visitWhile } from "../../infra/aws/visit-while.ts";
import { portOf } from "../infra/fixtures/fake-account.ts";

let lambda: Server | undefined;
afterEach(() => {
  lambda?.close();
  vi.unstubAllEnvs();
});

type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: object };

/** Responds as Lambda does to invocations, the last reply again and again. */
async function startLambda(...replies: readonly Reply[]) {
  const invoked: string[] = [];
  lambda = createServer(async (request, response) => {
    const { status = 200, headers = {}, body = {} } = replies[Math.min(invoked.length, replies.length - 1)] ?? {};
    invoked.push(`${request.method} ${request.url} ${await text(request)}`);
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await once(lambda.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", `http://127.0.0.1:${portOf(lambda)}`);
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "local");
  vi.stubEnv("AWS_REGION", "us-east-1");
  return invoked;
}

const VISIT = 'POST /2015-03-31/functions/shelfwatch-prod-visit-api/invocations {"searches":"off"}';
const failed: Reply = {
  headers: { "x-amz-function-error": "Unhandled" },
  body: { errorType: "CanaryFailure", errorMessage: "GET /charts returned 500; expected 200." },
};

async function watch(intervalMs: number, isOver: (said: readonly string[]) => boolean) {
  const said: string[] = [];
  const controller = new AbortController();
  const visits = visitWhile({
    stage: prod,
    signal: controller.signal,
    intervalMs,
    invoke: invokeFunction,
    say: (sentence) => void said.push(sentence),
  });
  await expect.poll(() => isOver(said), { interval: 5 }).toBe(true);
  controller.abort();
  await visits;
  return said;
}

describe("visits while a deployment is watched", () => {
  it("use the API again and again without searches, until the deployment ends", async () => {
    const invoked = await startLambda({});

    expect(await watch(5, () => invoked.length >= 3)).toEqual([]);
    expect(new Set(invoked)).toEqual(new Set([VISIT]));
  });

  it("end at once with the deployment, however long the next one is away", async () => {
    const invoked = await startLambda({});

    expect(await watch(3_600_000, () => invoked.length === 1)).toEqual([]);
  });

  it("show which request failed, and go on", async () => {
    const invoked = await startLambda(failed, {});

    expect(await watch(5, () => invoked.length >= 2)).toEqual([
      "A visit of the API failed: GET /charts returned 500; expected 200.",
    ]);
  });

  it("say once that they cannot be made, and leave the deployment to go on", async () => {
    await startLambda({ status: 403, body: { __type: "AccessDeniedException" } });

    expect(await watch(5, (said) => said.length > 0)).toEqual([
      "shelfwatch-prod-visit-api could not be invoked (AccessDeniedException): without users' requests no alarm undoes this step.",
    ]);
  });
});
