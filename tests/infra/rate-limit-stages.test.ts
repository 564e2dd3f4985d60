import { describe, expect, it } from "vitest";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { servedEndpoints } from "../../infra/aws/endpoint-groups.ts";
import { local, localWithLiveStores } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { deployedStages } from "../../infra/aws/stages.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { apiFunctions } from "./fixtures/synthesise-stage.ts";

const functionProperties = z.object({
  Environment: z.object({ Variables: z.object({ API_SETTINGS: z.string().optional() }) }).optional(),
});
const section = z.object({ rateLimitPerMinute: z.int(), dayAllowances: z.record(z.string(), z.int()) });

/** Returns the setting of each function of the API that has it; pages have other settings. */
function limitsOf(stage: Stage): readonly number[] {
  return sectionsOf(stage).map(({ rateLimitPerMinute }) => rateLimitPerMinute);
}

function sectionsOf(stage: Stage): readonly z.infer<typeof section>[] {
  return apiFunctions(stage).flatMap(([, { Properties }]) => {
    const settings = functionProperties.parse(Properties).Environment?.Variables.API_SETTINGS;
    const { data } = section.safeParse(JSON.parse(settings ?? "{}"));
    return data === undefined ? [] : [data];
  });
}

describe("the requests that a user has in a minute", () => {
  it.each(Object.values(deployedStages))("[LIM-3] are 60 on every function of the deployed stage $name", (stage) => {
    expect(limitsOf(stage).length).toBeGreaterThanOrEqual(servedEndpoints(stage, endpoints).length);
    expect(new Set(limitsOf(stage))).toEqual(new Set([60]));
  });

  it.each(Object.values(deployedStages))("[LIM-5] are limited by the day as the stage $name says", (stage) => {
    for (const { dayAllowances } of nonEmpty(sectionsOf(stage)))
      expect(dayAllowances).toEqual({ store_requests: 500, syncs: 30 });
  });

  it.each([local, localWithLiveStores])("[LIM-2] are 500 on every function of the local host", (stage) => {
    expect(limitsOf(stage).length).toBeGreaterThanOrEqual(servedEndpoints(stage, endpoints).length);
    expect(new Set(limitsOf(stage))).toEqual(new Set([500]));
  });
});
