import type { FunctionCode } from "./bundle/function-code.ts";
import type { Stage } from "./stage.ts";

export type Deployment = {
  readonly stage: Stage;
  readonly code: FunctionCode;
  /** True while the stage has no data, so that its database may be deleted when the deployment fails. */
  readonly isFirst?: boolean;
  readonly storeSimulatorUrl?: string;
  /** On the local host: the address of simulated pictures that is stored, and the one from which browsers get them. */
  readonly openPictures?: { readonly stored: string; readonly served: string };
  /** Shifts the observation clock, on the local host only. */
  readonly clockOffsetMs?: number;
};

/** The address of an existing PostgreSQL 17 and the secret of the role that may migrate it. */
export type DatabaseAddress = {
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly ownerSecretArn: string;
};
