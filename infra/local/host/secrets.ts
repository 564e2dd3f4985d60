import { randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

import * as z from "zod";

import { jsonResponse } from "./http-payload.ts";
import { type Listener, listen } from "./http-server.ts";
import type { HostedSecret } from "./model.ts";
import { type HostedSecretVersions, SecretCallError, type SecretVersion } from "./secret-versions.ts";
import type { FindDenial } from "./service-calls.ts";

const REQUEST_BYTES_MAX = 64 * 1024;

export type SecretValues = Readonly<Record<string, string>>;

/** Returns the values of all secrets by ARN. Generated ones are stored in `path`, so they survive a restart. */
export async function loadSecrets(secrets: readonly HostedSecret[], path: string): Promise<SecretValues> {
  const kept = await readKept(path);
  const values = secrets.map((secret) => [secret.arn, secret.value ?? kept[secret.arn] ?? generate(secret)] as const);
  await writeFile(path, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 });
  return Object.fromEntries(values);
}

type SecretCall = z.output<ReturnType<typeof secretCall>>;

const secretCall = () =>
  z.object({
    SecretId: z.string(),
    SecretString: z.string().optional(),
    ClientRequestToken: z.string().optional(),
    VersionId: z.string().optional(),
    VersionStage: z.string().optional(),
    VersionStages: z.array(z.string()).optional(),
    MoveToVersionId: z.string().optional(),
    RemoveFromVersionId: z.string().optional(),
  });

const operations: Readonly<Record<string, (secrets: HostedSecretVersions, call: SecretCall) => object>> = {
  GetSecretValue: (secrets, { SecretId, VersionId, VersionStage }) =>
    describeVersion(secrets.read(SecretId, { id: VersionId, label: VersionStage })),
  PutSecretValue: (secrets, call) => {
    const { SecretId, ClientRequestToken: id = randomUUID(), SecretString: value = "" } = call;
    secrets.add(SecretId, { id, value, labels: call.VersionStages ?? ["AWSCURRENT"] });
    return { VersionId: id, VersionStages: call.VersionStages };
  },
  DescribeSecret: (secrets, { SecretId }) => ({
    VersionIdsToStages: Object.fromEntries(secrets.list(SecretId).map(({ id, labels }) => [id, [...labels]])),
  }),
  UpdateSecretVersionStage: (secrets, { SecretId, VersionStage = "", MoveToVersionId = "", RemoveFromVersionId }) => {
    secrets.moveLabel(SecretId, VersionStage, { to: MoveToVersionId, from: RemoveFromVersionId });
    return {};
  },
};

function describeVersion({ id, value, labels }: SecretVersion) {
  return { SecretString: value, VersionId: id, VersionStages: [...labels], CreatedDate: 0 };
}

export function listenForSecrets(input: {
  readonly secrets: () => HostedSecretVersions;
  readonly findDenial: FindDenial;
  readonly onError: (error: unknown) => void;
}) {
  return listen({
    port: 0,
    bodyBytesMax: REQUEST_BYTES_MAX,
    onError: input.onError,
    reply: async ({ headers, body }) => {
      const [, name = ""] = /^secretsmanager\.(\w+)$/.exec(String(headers["x-amz-target"])) ?? [];
      const operation = operations[name];
      if (operation === undefined) return jsonResponse(400, { __type: "UnknownOperationException" });
      const call = secretCall().parse(JSON.parse(body.toString()));
      const { SecretId } = call;
      const message = input.findDenial({ headers, action: `secretsmanager:${name}`, resourceArn: SecretId });
      if (message !== undefined) return jsonResponse(400, { __type: "AccessDeniedException", Message: message });
      try {
        const result = operation(input.secrets(), call);
        return jsonResponse(200, { ARN: SecretId, Name: SecretId.split(":").at(-1), ...result });
      } catch (error) {
        if (!(error instanceof SecretCallError)) throw error;
        return jsonResponse(400, { __type: error.type, Message: error.message });
      }
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
