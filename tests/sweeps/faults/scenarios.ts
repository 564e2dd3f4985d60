import { storeFailure } from "../../support/fake-store-records.ts";
import type { SweepWorld } from "./world.ts";

export type Scenario = {
  readonly name: string;
  /** Effects that it must have, so that they are disturbed. */
  readonly through: readonly string[];
  /** Happens before any fault. */
  readonly prepare: (world: SweepWorld) => void;
};

const fetching = ["plan_sweep", "send", "claim_sweep_batch", "fetchStorefrontApps", "save_sweep_batch", "fold_shards"];

export const scenarios: readonly Scenario[] = [
  {
    name: "a sweep in which one storefront has an app no longer",
    through: fetching,
    prepare: ({ store, apps: [gone] }) => {
      if (gone !== undefined) store.scriptStorefrontApp(gone.externalId, "de", "missing");
    },
  },
  {
    name: "a sweep of a store that limits requests",
    through: [...fetching, "throttle_sweep_batch"],
    prepare: ({ store }) =>
      store.scriptStorefront("us", storeFailure("http_429", { status: 429, retryAfterSeconds: 30 }), {}),
  },
  {
    name: "a sweep in which one storefront fails, and an app in another",
    through: [...fetching, "retry_sweep_batch", "finish_sweep_batch"],
    prepare: ({ store, apps: [broken] }) => {
      store.scriptStorefront("us", storeFailure("http_5xx", { status: 503 }));
      if (broken !== undefined) store.scriptStorefrontApp(broken.externalId, "de", storeFailure("invalid_response"));
    },
  },
];
