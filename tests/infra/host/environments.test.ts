import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Outcome } from "../../../infra/local/host/environment.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { HANGS } from "../fixtures/functions/misbehave.ts";
import { startFixtureHost } from "../fixtures/start-fixture-host.ts";

const INVOCATIONS = 30;

let host: Awaited<ReturnType<typeof startFixtureHost>>;
beforeAll(async () => {
  host = await startFixtureHost();
});
afterAll(() => host?.stop());

function misbehave(misdeed: string, functionName = "misbehave") {
  return host.invoke(functionName, { misdeed });
}

async function pidOf(): Promise<number> {
  const outcome = await misbehave("behave");
  return outcome.ok ? JSON.parse(outcome.payload).pid : Number.NaN;
}

describe("a function whose bundle is made later", () => {
  it("is invoked once the bundle is there", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waited: string[] = [];
    const untilBundled = (entry: string) => {
      waited.push(entry);
      return promise;
    };
    const late = await startFixtureHost({ untilBundled });
    const outcome = late.invoke("misbehave", { misdeed: "behave" });

    resolve();

    expect(await outcome).toMatchObject({ ok: true });
    expect(waited).toEqual(["tests/infra/fixtures/functions/misbehave.ts"]);
    await late.stop();
  });

  it("fails with the reason why there is none", async () => {
    const late = await startFixtureHost({ untilBundled: () => Promise.reject(new Error("cannot be bundled")) });

    expect(await late.invoke("echo", {})).toMatchObject({ ok: false, errorMessage: "Error: cannot be bundled" });
    await late.stop();
  });
});

describe("an environment", () => {
  it("is reused while it is idle", async () => {
    expect(await pidOf()).toBe(await pidOf());
  });

  it("handles one invocation at a time: others get environments of their own", async () => {
    const pid = await pidOf();
    const underWay = misbehave("hang");

    expect(await pidOf()).not.toBe(pid);
    host.killEnvironment("misbehave");
    await underWay;
  });

  it("keeps nothing of an invocation in the host's memory after its outcome", async () => {
    const outcomes: WeakRef<Outcome>[] = [];
    for (let invocation = 0; invocation < INVOCATIONS; invocation += 1) {
      outcomes.push(new WeakRef(await misbehave("behave")));
    }
    const kept = async () => {
      // A WeakRef holds its target until the job that made it has ended.
      await new Promise(setImmediate);
      collectGarbage();
      return outcomes.filter((outcome) => outcome.deref() !== undefined).length;
    };

    // The last one may be in a register still.
    await expect.poll(kept).toBeLessThanOrEqual(1);
  });

  it("survives an error of a handler", async () => {
    const before = await pidOf();

    expect(await misbehave("throw")).toMatchObject({
      ok: false,
      kind: "error",
      errorType: "TypeError",
      errorMessage: "thrown on purpose",
    });
    expect(await pidOf()).toBe(before);
  });

  it.each([
    ["exit", "crash", "misbehave"],
    ["reject_unseen", "crash", "misbehave"],
    ["fill_memory", "crash", "misbehave"],
    ["loop", "timeout", "misbehave-briefly"],
  ])("that does %s ends with %s, and the next invocation gets a new one", async (misdeed, kind, functionName) => {
    expect(await misbehave(misdeed, functionName)).toMatchObject({ ok: false, kind });
    expect(await misbehave("behave", functionName)).toMatchObject({ ok: true });
  });

  it("has Lambda's variables and its own, and none of the host's", async () => {
    process.env.SECRET_OF_THE_HOST = "must not be seen";
    const outcome = await misbehave("show_variables");
    const variables = outcome.ok ? JSON.parse(outcome.payload) : {};

    expect(variables).toMatchObject({ AWS_LAMBDA_FUNCTION_NAME: "misbehave", AWS_REGION: "us-east-1", TZ: ":UTC" });
    expect(variables).not.toHaveProperty("SECRET_OF_THE_HOST");
    expect(variables).not.toHaveProperty("HOME");
  });

  it("ends with its invocation when it is killed from outside", async () => {
    const underWay = misbehave("hang");
    await expect.poll(() => readFile(`${host.folder}/logs/misbehave.log`, "utf8")).toContain(HANGS);

    expect(host.killEnvironment("misbehave")).toBeGreaterThan(0);
    expect(await underWay).toMatchObject({ ok: false, kind: "crash" });
  });
});

describe.runIf(process.platform === "linux")("a function whose log is on a full disk", () => {
  it("goes on, and notifies the host", async () => {
    await symlink("/dev/full", join(host.folder, "logs", "misbehave-unlogged.log"));

    expect(await misbehave("print", "misbehave-unlogged")).toMatchObject({ ok: true });
    await expect.poll(() => host.errors).toMatchObject([{ code: "ENOSPC" }]);
    expect(await misbehave("print", "misbehave-unlogged")).toMatchObject({ ok: true });
  });
});

describe("the services around functions", () => {
  it("respond to a signed call between functions with the percent-encoded path", async () => {
    const outcome = await host.invoke("call-store", { path: "/developers/C%252B%252B/apps?a=b%20c" });

    expect(outcome.ok && JSON.parse(outcome.payload)).toMatchObject({
      status: 200,
      reply: { event: { rawPath: "/developers/C%252B%252B/apps", queryStringParameters: { a: "b c" } } },
    });
  });

  it("reject a signed call of a function whose role has no right to it", async () => {
    const outcome = await host.invoke("call-store-without-rights", { path: "/" });

    expect(outcome.ok && JSON.parse(outcome.payload)).toEqual({ status: 403, reply: { Message: "Forbidden" } });
  });

  it("give a generated secret through the AWS client", async () => {
    const outcome = await host.invoke("read-secret", {});

    expect(outcome.ok && JSON.parse(outcome.payload)).toEqual({
      username: "app",
      password: expect.stringMatching(/^\w{32}$/),
    });
  });

  it("reject a call for a secret that the role of the function may not read", async () => {
    const outcome = await host.invoke("read-secret-without-rights", {});

    expect(outcome).toMatchObject({ ok: false, errorType: "AccessDeniedException" });
    expect(outcome).toMatchObject({
      errorMessage: expect.stringMatching(/is not authorized to perform: secretsmanager:GetSecretValue/),
    });
  });

  it("take a message of a function whose role may send it, and reject that of another as SQS does", async () => {
    const [allowed, denied] = [
      await host.invoke("send-message", {}),
      await host.invoke("send-message-without-rights", {}),
    ];

    expect(allowed.ok && JSON.parse(allowed.payload)).toEqual({ sent: true });
    expect(denied.ok && JSON.parse(denied.payload)).toEqual({
      name: "AccessDenied",
      message: expect.stringMatching(/is not authorized to perform: sqs:SendMessage on resource: arn:aws:sqs:.*:work/),
      status: 403,
    });
  });

  it("invoke a function for another one whose role may do so, and reject the others as Lambda does", async () => {
    const outcomes = await Promise.all(
      ["create-account", "create-account-without-rights", "create-account-via-url-alone"].map((name) =>
        host.invoke(name, {}),
      ),
    );

    const rejected = "create-user returned 403.";
    expect(outcomes.map((outcome) => outcome.ok && JSON.parse(outcome.payload))).toEqual([
      "created",
      rejected,
      rejected,
    ]);
  });

  it("reject an unsigned call of a function URL", async () => {
    const outcome = await host.invoke("call-store", { path: "/" });
    const responded = outcome.ok ? JSON.parse(outcome.payload).reply.event.headers.host : "";

    const response = await fetch(`http://${responded}/`);
    expect([response.status, await response.json()]).toEqual([403, { Message: "Forbidden" }]);
  });
});
