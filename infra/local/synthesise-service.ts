import type { Stage } from "../aws/stages.ts";
import type { Template } from "../templates/template.ts";
import type { Postgres } from "./postgres/start-postgres.ts";
import { DATABASE_NAME } from "./prepare-database.ts";

const DAY_MS = 86_400_000;

/** The secret from which the local migration reads the credentials of the database owner. */
export const OWNER_SECRET_ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:database-owner-000000";

/** Returns the templates of the whole service on this machine. */
export async function synthesiseService(input: {
  readonly stage: Stage;
  readonly outDir: string;
  readonly postgres: Postgres;
  readonly storeSimulatorUrl: string | undefined;
  readonly day: number;
}): Promise<Readonly<Record<string, Template>>> {
  const { stage, outDir, postgres, storeSimulatorUrl, day } = input;
  // CDK loads slowly; other work goes on meanwhile.
  const { API_PREFIX, endpoints } = await import("../../functions/endpoints.ts");
  const { withoutCode } = await import("../aws/bundle/function-code.ts");
  const { addService } = await import("../aws/service.ts");
  const { synthesise } = await import("../templates/synthesise.ts");

  const deployment = {
    stage,
    code: withoutCode,
    clockOffsetMs: day * DAY_MS,
    ...(storeSimulatorUrl ? { storeSimulatorUrl } : {}),
  };
  const databaseAddress = {
    host: postgres.host,
    port: String(postgres.port),
    name: DATABASE_NAME,
    ownerSecretArn: OWNER_SECRET_ARN,
  };
  return synthesise(outDir, (app) => {
    addService(app, { deployment, databaseAddress, endpoints, pathPrefix: API_PREFIX });
  });
}
