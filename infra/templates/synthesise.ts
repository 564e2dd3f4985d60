import { readFileSync } from "node:fs";
import { join } from "node:path";

import { App } from "aws-cdk-lib";
import * as z from "zod";

import type { Template } from "./template.ts";

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** Metadata says where each construct was created, and with which properties. No template contains it. */
const withoutConstructMetadata = {
  "aws:cdk:disable-creation-stack-traces": true,
  "aws:cdk:disable-logicalId-metadata": true,
  "aws:cdk:enable-path-metadata": true,
  "@aws-cdk/core:enableAdditionalMetadataCollection": false,
};

/** Synthesises stacks in this process, without bundling and checks. Returns their templates by stack name. */
export function synthesise(outDir: string, addStacks: (app: App) => void): Readonly<Record<string, Template>> {
  // `cdk synth` validates deployed stacks; here it would add a second to each start.
  process.env.CDK_VALIDATION = "false";
  const app = new App({
    outdir: outDir,
    analyticsReporting: false,
    treeMetadata: false,
    context: { ...readFeatureFlags(), ...withoutConstructMetadata, "aws:cdk:bundling-stacks": [] },
  });
  addStacks(app);
  return Object.fromEntries(app.synth().stacks.map(({ stackName, template }) => [stackName, template]));
}

/** The flags are those of the CDK's command line, so that both synthesise the same. */
function readFeatureFlags(): Readonly<Record<string, unknown>> {
  const path = join(import.meta.dirname, "..", "..", "cdk.json");
  return cdkJson.parse(JSON.parse(readFileSync(path, "utf8"))).context;
}
