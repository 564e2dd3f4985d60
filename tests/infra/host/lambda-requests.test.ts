import { describe, expect, it } from "vitest";

import type { Outcome } from "../../../infra/local/host/environment.ts";
import { createInvocations } from "../../../infra/local/host/lambda-requests.ts";

const arn = "arn:aws:lambda:us-east-1:000000000000:function:shelfwatch-local-named";
const named = {
  name: "named",
  givenName: "shelfwatch-local-named",
  arn,
  entry: "functions/named.ts",
  variables: {},
  memoryMb: 128,
  timeoutSeconds: 1,
  reservedConcurrency: undefined,
};

function invoke(outcome: Outcome, { name = named.givenName, type }: { name?: string; type?: string } = {}) {
  const invocations = createInvocations({
    functions: [named],
    invoke: async () => outcome,
    findFault: async () => undefined,
  });
  return invocations({
    method: "POST",
    target: `/2015-03-31/functions/${name}/invocations`,
    headers: type === undefined ? {} : { "x-amz-invocation-type": type },
    body: Buffer.from("{}"),
    sourceIp: "127.0.0.1",
  });
}

describe("the local host's Lambda", () => {
  it("returns what the function returns", async () => {
    const { statusCode, body, headers } = await invoke({ ok: true, payload: '{"id":1}' });

    expect([statusCode, body.toString(), headers["x-amz-function-error"]]).toEqual([200, '{"id":1}', undefined]);
  });

  it("names an error of the function in a header, beside the status 200", async () => {
    const failed = { ok: false, kind: "error", errorType: "TypeError", errorMessage: "No." } as const;
    const { statusCode, body, headers } = await invoke(failed);

    expect([statusCode, headers["x-amz-function-error"]]).toEqual([200, "Unhandled"]);
    expect(JSON.parse(body.toString())).toEqual({ errorType: "TypeError", errorMessage: "No." });
  });

  it("returns 404 for a name that no function has been given", async () => {
    expect((await invoke({ ok: true, payload: "" }, { name: "named" })).statusCode).toBe(404);
  });

  it("says that it does not know an invocation without a response", async () => {
    await expect(invoke({ ok: true, payload: "" }, { type: "Event" })).rejects.toThrow("does not know Event");
  });
});
