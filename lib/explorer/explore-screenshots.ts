import { listExploredScreenshots } from "../../db/queries/apps/explorer.ts";
import { type ExploreDependencies, type ExploreInput, explore } from "./explore.ts";
import { presentExploredScreenshots } from "./explorer-response.ts";

/** Returns one page of the screenshots of all apps that were synced, last discovered first. */
export function exploreScreenshots(deps: ExploreDependencies, input: ExploreInput) {
  return explore(deps, input, { list: listExploredScreenshots, present: presentExploredScreenshots });
}
