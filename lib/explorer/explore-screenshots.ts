import { listExploredScreenshots } from "../../db/queries/apps/explorer.ts";
import { EXPLORED_SCREENSHOTS_MAX } from "../domain/explorer.ts";
import { type ExploreDependencies, type ExploreInput, explore } from "./explore.ts";

export async function exploreScreenshots(deps: ExploreDependencies, input: ExploreInput) {
  const { items, ...page } = await explore(deps, input, listExploredScreenshots);
  const shown = items.map((app) => ({
    ...app,
    screenshots: (app.screenshots ?? []).slice(0, EXPLORED_SCREENSHOTS_MAX),
  }));
  return { items: shown, ...page };
}
