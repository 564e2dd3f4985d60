import { finishRun } from "../../../db/queries/runs/finish-run.ts";
import { GLOBAL_COUNTRY, primaryLanguage, storefrontCodes } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import type { Phase, PhaseDependencies, PhaseOutcome, SyncRun } from "../phase.ts";

export const finalize: Phase = {
  run: (deps, run) => finish(deps, run, "run"),
  completedMetric: "SyncsCompleted",
};

export async function finish(
  deps: PhaseDependencies,
  run: SyncRun,
  completes: "run" | "repair" | "without_repair",
): Promise<PhaseOutcome> {
  const isFinished = await finishRun(deps.db, {
    runUpdate: run.update({ completes }),
    observedAt: deps.now(),
    extent: completes === "run" ? "whole" : "repair",
    storefronts: storefrontCodes(deps.countries, run.platform),
    metricsCountry: platformFacts[run.platform].hasGlobalMetrics ? GLOBAL_COUNTRY : null,
    versionLocale: primaryLanguage(deps.countries, run.platform, run.identity_country),
  });
  return isFinished ? { kind: "completed" } : { kind: "superseded" };
}
