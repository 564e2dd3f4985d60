import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Credentials } from "../../db/connect-with-credentials.ts";
import { createSecretVersions } from "../../infra/local/host/secret-versions.ts";
import { listenForSecrets } from "../../infra/local/host/secrets.ts";
import { otherRole, rotatePassword } from "../../lib/operations/rotate-password.ts";
import { secretVersions } from "../../lib/wiring/secret-versions.ts";

const ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:app";
const FIRST = { username: "app", password: "first" };
const steps = ["createSecret", "setSecret", "testSecret", "finishSecret"] as const;
type Step = (typeof steps)[number];

/** A secret that the local host serves, and its rotation by the client that functions use. */
async function serveSecret(input: { denied?: string } = {}) {
  const hosted = createSecretVersions({ [ARN]: JSON.stringify(FIRST) });
  const calls: string[] = [];
  const { url, close } = await listenForSecrets({
    secrets: () => hosted,
    findDenial: ({ action }) => {
      calls.push(action.replace("secretsmanager:", ""));
      return action === input.denied ? "No policy allows it." : undefined;
    },
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(close);
  const client = new SecretsManagerClient({
    endpoint: url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  const secret = secretVersions(ARN, client);
  const done: [string, Credentials][] = [];
  let passwords = 0;
  const take = (step: Step, version: string) =>
    rotatePassword(
      {
        findSecret: () => ({
          versions: secret,
          nextRole: otherRole,
          setPassword: async (credentials) => void done.push(["set", credentials]),
        }),
        logIn: async (credentials) => void done.push(["log in", credentials]),
        newPassword: () => `password ${++passwords}`,
      },
      { SecretId: ARN, Step: step, ClientRequestToken: version },
    );
  const labelsOf = (version: string) => [...(hosted.list(ARN).find(({ id }) => id === version)?.labels ?? [])];
  return { calls, done, labelsOf, secret, take };
}

describe("the versions of a secret in a rotation", () => {
  it("are created as pending, set, tested and made the current one, by the four steps over the wire", async () => {
    const { done, labelsOf, secret, take } = await serveSecret();
    const next = { username: "app_2", password: "password 1" };

    await take("createSecret", "v2");
    expect(labelsOf("v2")).toEqual(["AWSPENDING"]);
    expect(await secret.readCurrent()).toEqual(FIRST);
    await take("setSecret", "v2");
    await take("testSecret", "v2");
    expect(done).toEqual([
      ["set", next],
      ["log in", next],
    ]);
    await take("finishSecret", "v2");
    expect(labelsOf("v2")).toContain("AWSCURRENT");
    expect(await secret.readCurrent()).toEqual(next);
  });

  it("stay as they are when a step is sent again, before and after the last one", async () => {
    const { calls, labelsOf, secret, take } = await serveSecret();

    for (const step of steps.flatMap((one) => [one, one])) await take(step, "v2");
    expect(await secret.readCurrent()).toEqual({ username: "app_2", password: "password 1" });
    expect(calls.filter((name) => name === "PutSecretValue")).toHaveLength(1);
    expect(calls.filter((name) => name === "UpdateSecretVersionStage")).toHaveLength(1);
    expect(labelsOf("v2")).toContain("AWSCURRENT");
  });

  it("alternate between two roles", async () => {
    const { secret, take } = await serveSecret();

    for (const version of ["v2", "v3"]) for (const step of steps) await take(step, version);
    expect(await secret.readCurrent()).toEqual({ username: "app", password: "password 2" });
  });

  it("are not set without a pending one, and the current one is tested when a rotation is configured", async () => {
    const { done, take } = await serveSecret();

    await expect(take("setSecret", "unknown")).rejects.toThrow("The secret has no pending version unknown.");
    await take("testSecret", "unknown");
    expect(done).toEqual([["log in", FIRST]]);
  });

  it("are not taken for missing where the function may not read them", async () => {
    const { take } = await serveSecret({ denied: "secretsmanager:GetSecretValue" });

    await expect(take("createSecret", "v2")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});
