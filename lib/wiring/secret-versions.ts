import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";

import type { SecretVersions } from "../operations/rotate-password.ts";
import { credentialsSchema } from "./credentials.ts";

const CALL_TIMEOUT_MS = 6_000;
const ATTEMPTS_MAX = 2;
const CURRENT = "AWSCURRENT";
const PENDING = "AWSPENDING";

export function secretVersions(
  secretArn: string,
  client = new SecretsManagerClient({ maxAttempts: ATTEMPTS_MAX }),
): SecretVersions {
  const abort = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const SecretId = secretArn;

  return {
    readCurrent: async () => {
      const { SecretString = "{}" } = await client.send(new GetSecretValueCommand({ SecretId }), abort());
      return credentialsSchema().parse(JSON.parse(SecretString));
    },
    readPending: async (version) => {
      const command = new GetSecretValueCommand({ SecretId, VersionId: version, VersionStage: PENDING });
      try {
        const { SecretString = "{}" } = await client.send(command, abort());
        return credentialsSchema().parse(JSON.parse(SecretString));
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    writePending: async (version, credentials) => {
      const SecretString = JSON.stringify(credentials);
      await client.send(
        new PutSecretValueCommand({ SecretId, ClientRequestToken: version, SecretString, VersionStages: [PENDING] }),
        abort(),
      );
    },
    promote: async (version) => {
      const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId }), abort());
      const current = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes(CURRENT));
      if (current === version) return;
      const move = { SecretId, VersionStage: CURRENT, MoveToVersionId: version, RemoveFromVersionId: current };
      await client.send(new UpdateSecretVersionStageCommand(move), abort());
    },
  };
}
