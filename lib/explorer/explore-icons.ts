import { listExploredIcons } from "../../db/queries/apps/explorer.ts";
import { type ExploreDependencies, type ExploreInput, explore } from "./explore.ts";

export function exploreIcons(deps: ExploreDependencies, input: ExploreInput) {
  return explore(deps, input, listExploredIcons);
}
