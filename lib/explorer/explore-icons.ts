import { listExploredIcons } from "../../db/queries/apps/explorer.ts";
import { type ExploreDependencies, type ExploreInput, explore } from "./explore.ts";

/** Returns one page of the icons of all known apps, last discovered first. */
export function exploreIcons(deps: ExploreDependencies, input: ExploreInput) {
  return explore(deps, input, listExploredIcons);
}
