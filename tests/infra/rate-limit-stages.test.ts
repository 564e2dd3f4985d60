import { describe, expect, it } from "vitest";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { deployedStages, local, localWithLiveStores, type Stage } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const functionProperties = z.object({
  Environment: z.object({ Variables: z.object({ RATE_LIMIT_PER_MINUTE: z.string().optional() }) }),
});

/** What the template tells each function of the API. */
function limitsOf(stage: Stage): readonly (string | undefined)[] {
  return resourcesOf(synthesiseStage(stage).api, "AWS::Lambda::Function")
    .map(([, { Properties }]) => functionProperties.parse(Properties).Environment.Variables.RATE_LIMIT_PER_MINUTE)
    .filter((limit) => limit !== undefined);
}

describe("the requests that a user has in a minute", () => {
  it.each(Object.values(deployedStages))("[LIM-3] are 60 on every function of the deployed stage $name", (stage) => {
    expect(limitsOf(stage).length).toBeGreaterThanOrEqual(endpoints.length);
    expect(new Set(limitsOf(stage))).toEqual(new Set(["60"]));
  });

  it.each([local, localWithLiveStores])("[LIM-2] are 500 on every function of the local host", (stage) => {
    expect(limitsOf(stage).length).toBeGreaterThanOrEqual(endpoints.length);
    expect(new Set(limitsOf(stage))).toEqual(new Set(["500"]));
  });
});
