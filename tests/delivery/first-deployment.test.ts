import { describe, expect, it } from "vitest";

import { planDeployment } from "../../infra/aws/plan-deployment.ts";
import { dev, prod } from "../../infra/aws/stages.ts";

const options = ["--require-approval", "never", "--outputs-file", "outputs.json"];

describe("the deployment of a stage", () => {
  it.each([
    { of: "prod, which is there", stage: prod, isFirst: false },
    { of: "dev, whose data may go", stage: dev, isFirst: true },
  ])("is one run of the CDK for $of", ({ stage, isFirst }) => {
    expect(planDeployment(stage, { isFirst, options })).toEqual([["deploy", "--all", ...options]]);
  });

  it.each([
    { given: options },
    { given: ["--require-approval", "never", "--outputs-file=outputs.json"] },
    { given: ["-O", "outputs.json", "--require-approval", "never"] },
  ])("is followed by its database's protection when it is the first of prod, with $given", ({ given }) => {
    expect(planDeployment(prod, { isFirst: true, options: given })).toEqual([
      ["deploy", "--all", "--context", "first=true", ...given],
      // No file: the smoke test reads the address of the API from that of the first run.
      ["deploy", "shelfwatch-prod-data", "--exclusively", "--require-approval", "never"],
    ]);
  });
});
