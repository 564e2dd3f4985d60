import { App } from "aws-cdk-lib";

import type { Template } from "./host/template.ts";

/** Synthesises stacks inside this process, without bundling and checks, and gives their templates by stack name. */
export function synthesise(outDir: string, addStacks: (app: App) => void): Readonly<Record<string, Template>> {
  // `cdk synth` validates what is deployed; here it would cost a second at each start.
  process.env.CDK_VALIDATION = "false";
  const app = new App({
    outdir: outDir,
    analyticsReporting: false,
    treeMetadata: false,
    context: { "aws:cdk:bundling-stacks": [], "aws:cdk:enable-path-metadata": true },
  });
  addStacks(app);
  return Object.fromEntries(app.synth().stacks.map(({ stackName, template }) => [stackName, template]));
}
