import type { Contract } from "../lib/http/contract.ts";
import { listAppsContract } from "./apps/list-apps.contract.ts";
import { registerAppContract } from "./apps/register-app.contract.ts";
import { requestSyncContract } from "./apps/request-sync.contract.ts";
import { searchAppsContract } from "./apps/search-apps.contract.ts";
import { showAppContract } from "./apps/show-app.contract.ts";
import { showListingContract } from "./apps/show-listing.contract.ts";
import { showSyncStatusContract } from "./apps/show-sync-status.contract.ts";
import { logInContract } from "./auth/log-in.contract.ts";
import { logOutContract } from "./auth/log-out.contract.ts";
import { registerUserContract } from "./auth/register-user.contract.ts";
import { showCurrentUserContract } from "./auth/show-current-user.contract.ts";
import { listCountriesContract } from "./countries/list-countries.contract.ts";

export { API_PREFIX } from "../lib/http/contract.ts";

/** What a function is given besides the database: decides its environment and its permissions. */
export type EndpointNeeds = "database" | "on_demand_queues" | "stores";

export type EndpointDefinition = {
  readonly contract: Contract;
  /** The module whose export `handler` answers. */
  readonly entry: `functions/${string}.ts`;
  readonly needs: EndpointNeeds;
  /** `compute` where a password is hashed: a Lambda's share of a CPU grows with its memory. */
  readonly memory?: "compute";
};

/** Every endpoint of the service. One Lambda and one route each. */
export const endpoints: readonly EndpointDefinition[] = [
  {
    contract: registerUserContract,
    entry: "functions/auth/register-user.ts",
    needs: "database",
    memory: "compute",
  },
  { contract: logInContract, entry: "functions/auth/log-in.ts", needs: "database", memory: "compute" },
  { contract: logOutContract, entry: "functions/auth/log-out.ts", needs: "database" },
  { contract: showCurrentUserContract, entry: "functions/auth/show-current-user.ts", needs: "database" },
  { contract: listAppsContract, entry: "functions/apps/list-apps.ts", needs: "database" },
  { contract: registerAppContract, entry: "functions/apps/register-app.ts", needs: "on_demand_queues" },
  { contract: searchAppsContract, entry: "functions/apps/search-apps.ts", needs: "stores" },
  { contract: showAppContract, entry: "functions/apps/show-app.ts", needs: "database" },
  { contract: showListingContract, entry: "functions/apps/show-listing.ts", needs: "database" },
  { contract: showSyncStatusContract, entry: "functions/apps/show-sync-status.ts", needs: "database" },
  { contract: requestSyncContract, entry: "functions/apps/request-sync.ts", needs: "on_demand_queues" },
  { contract: listCountriesContract, entry: "functions/countries/list-countries.ts", needs: "database" },
];
