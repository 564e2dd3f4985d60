import { randomBytes } from "node:crypto";

import type { Credentials } from "./environment-variables.ts";
import type { HostedFunction } from "./model.ts";

/** Issues credentials to each function, as its role does on AWS. */
export function issueCredentials(functions: readonly HostedFunction[]) {
  const issued = new Map(functions.map(({ arn }) => [arn, createCredentials()]));
  const owners = new Map([...issued].map(([arn, { accessKeyId }]) => [accessKeyId, arn]));
  const secrets = new Map(
    [...issued.values()].map((credentials) => [credentials.accessKeyId, credentials.secretAccessKey]),
  );
  return {
    of: (functionArn: string): Credentials => {
      const credentials = issued.get(functionArn);
      if (credentials) return credentials;
      throw new Error(`No credentials were issued to ${functionArn}`);
    },
    ownerOf: (accessKeyId: string): string | undefined => owners.get(accessKeyId),
    secretOf: (accessKeyId: string): string | undefined => secrets.get(accessKeyId),
  };
}

function createCredentials(): Credentials {
  return {
    accessKeyId: `ASIA${randomBytes(8).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString("base64url"),
  };
}
