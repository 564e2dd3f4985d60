import type { FunctionCode } from "./bundle/function-code.ts";
import type { Stage } from "./stage.ts";

/** The deployment that a stack belongs to. */
export type Deployment = {
  readonly stage: Stage;
  readonly code: FunctionCode;
  /** Says whether the stage has nothing to lose yet, so that its database may be deleted when the deployment fails. */
  readonly isFirst?: boolean;
  /** Address of a store simulator that stands in for both stores. Only on the local host. */
  readonly storeSimulatorUrl?: string;
  /** Where the simulated stores' pictures open, which the database names by another address. Only on the local host. */
  readonly openPictures?: { readonly stored: string; readonly served: string };
  /** Shifts the observation clock. Only on the local host. */
  readonly clockOffsetMs?: number;
};

/** The address of an existing PostgreSQL 17 and the secret of the role that may migrate it. */
export type DatabaseAddress = {
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly ownerSecretArn: string;
};
