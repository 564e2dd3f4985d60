import type { Db } from "../../../db/client.ts";
import type { SyncQueues } from "../../../lib/queues/sync-queues.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";

/**
 * `dies`: the process ends there, nothing after it happens. `fails`: the effect throws and the code goes on; `before`:
 * it did not happen, `after`: it did, and its acknowledgement was lost.
 */
export const faultModes = ["dies before", "fails before", "fails after"] as const;
export type Fault = { readonly at: number; readonly mode: (typeof faultModes)[number] };

export class InjectedFault extends Error {
  override readonly name = "InjectedFault";
}

/** Numbers every statement, store call and send, and disturbs one of them. */
export function createEffects() {
  const names: string[] = [];
  let fault: Fault | undefined;
  let isDead = false;

  async function effect<T>(name: string, act: () => PromiseLike<T>): Promise<T> {
    if (isDead) throw new InjectedFault(`${name} of a process that is no more`);
    names.push(name);
    if (fault === undefined || names.length - 1 !== fault.at) return act();

    isDead = fault.mode.startsWith("dies");
    if (fault.mode.endsWith("after")) await act();
    throw new InjectedFault(`${fault.mode} ${name}`);
  }

  return {
    /** Effects since `begin`, in order. */
    names: names as readonly string[],
    effect,
    begin: (next?: Fault) => {
      names.length = 0;
      fault = next;
    },
    /** Another process takes the place of one that died. */
    revive: () => {
      isDead = false;
    },
    db: (db: Db): Db => ({
      ...db,
      run: (statement) => effect(statement.name, () => db.run(statement)),
    }),
    connector: (store: StoreConnector): StoreConnector => ({
      ...store,
      fetchIdentity: (...question) => effect("fetchIdentity", () => store.fetchIdentity(...question)),
      fetchListings: (...question) => effect("fetchListings", () => store.fetchListings(...question)),
      fetchMetrics: (...question) => effect("fetchMetrics", () => store.fetchMetrics(...question)),
    }),
    queues: (queues: SyncQueues): SyncQueues => ({
      send: (...message) => effect("send", () => queues.send(...message)),
    }),
  };
}
