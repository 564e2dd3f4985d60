import type { SyncPhase } from "../../domain/sync-phase.ts";
import type { Phase } from "../phase.ts";
import { finalize } from "./finalize.ts";
import { identity } from "./identity.ts";
import { listings } from "./listings.ts";
import { metrics } from "./metrics.ts";
import { reconciling } from "./reconciling.ts";

export const phases = { identity, listings, metrics, finalize, reconciling } as const satisfies Record<
  SyncPhase,
  Phase
>;
