import type { Db } from "../../db/client.ts";
import type { Platform } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallContext, StoreConnector } from "./connector.ts";

/** What asking a store this takes, and making known what it answers. */
export type LiveDependencies<Question extends keyof StoreConnector> = {
  readonly db: Db;
  readonly connectors: Readonly<Record<Platform, Pick<StoreConnector, Question>>>;
  readonly now: Clock;
};

const LIVE_DEADLINE_MS = 20_000;

/** A call for which a client waits: it ends before the gateway gives up, so that the client learns which store failed. */
export function liveCall(correlationId: string): CallContext {
  return { correlationId, deadlineMs: LIVE_DEADLINE_MS };
}
