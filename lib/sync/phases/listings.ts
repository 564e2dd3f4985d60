import { runItems } from "../item-loop.ts";
import { listingItems } from "../items/listing-items.ts";
import type { Phase } from "../phase.ts";
import { planListings } from "../plan.ts";

export const listings: Phase = {
  name: "listings",
  run: (deps, run) =>
    runItems(deps, run, { kind: listingItems, items: planListings(deps.countries, run.platform), lastEnds: "phase" }),
};
