import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

import * as z from "zod";

import { jsonResponse } from "./http-response.ts";
import { type Listener, listen } from "./http-server.ts";
import type { HostedSecret } from "./model.ts";

const REQUEST_BYTES_MAX = 64 * 1024;

export type SecretValues = Readonly<Record<string, string>>;

/** Returns the values of all secrets by ARN. Generated ones are stored in `path`, so they survive a restart. */
export async function loadSecrets(secrets: readonly HostedSecret[], path: string): Promise<SecretValues> {
  const kept = await readKept(path);
  const values = secrets.map((secret) => [secret.arn, secret.value ?? kept[secret.arn] ?? generate(secret)] as const);
  await writeFile(path, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 });
  return Object.fromEntries(values);
}

/** Serves GetSecretValue over AWS JSON 1.1. */
export function listenForSecrets(findValue: (arn: string) => string | undefined, onError: (error: unknown) => void) {
  const request = z.object({ SecretId: z.string() });
  return listen({
    port: 0,
    bodyBytesMax: REQUEST_BYTES_MAX,
    onError,
    reply: async ({ headers, body }) => {
      if (headers["x-amz-target"] !== "secretsmanager.GetSecretValue") {
        return jsonResponse(400, { __type: "UnknownOperationException" });
      }
      const { SecretId } = request.parse(JSON.parse(body.toString()));
      const value = findValue(SecretId);
      if (value === undefined) {
        const message = "Secrets Manager can't find the specified secret.";
        return jsonResponse(400, { __type: "ResourceNotFoundException", Message: message });
      }
      return jsonResponse(200, {
        ARN: SecretId,
        Name: SecretId.split(":").at(-1),
        SecretString: value,
        VersionId: "local",
        VersionStages: ["AWSCURRENT"],
        CreatedDate: 0,
      });
    },
  }) satisfies Promise<Listener>;
}

async function readKept(path: string): Promise<SecretValues> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return {};
  }
}

function generate({ arn, generate: rule }: HostedSecret): string {
  if (!rule) throw new Error(`${arn} has neither a value nor a rule to make one`);
  const password = randomBytes(rule.length).toString("base64url").replace(/[-_]/g, "x").slice(0, rule.length);
  if (rule.template === undefined || rule.key === undefined) return password;
  return JSON.stringify({
    ...z.record(z.string(), z.unknown()).parse(JSON.parse(rule.template)),
    [rule.key]: password,
  });
}
