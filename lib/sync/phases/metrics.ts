import { runItems } from "../item-loop.ts";
import { metricsItems } from "../items/metrics-items.ts";
import type { Phase } from "../phase.ts";
import { planMetrics } from "../plan.ts";

export const metrics: Phase = {
  name: "metrics",
  run: (deps, run) =>
    runItems(deps, run, {
      kind: metricsItems,
      items: planMetrics(deps.countries, run.platform, run.identityCountry),
      lastEnds: "phase",
    }),
};
