import { join } from "node:path";

import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { ALARM_EMAILS_CONTEXT, withAlarmEmails } from "./alarm-recipients.ts";
import { bundleFunctions } from "./bundle/bundle-functions.ts";
import { bundledCode } from "./bundle/function-code.ts";
import { findRegionFault } from "./check-stage.ts";
import { COMMAND_CONTEXT, findDirectDeployment } from "./direct-deployment.ts";
import { allEntries } from "./entries.ts";
import { addService } from "./service.ts";
import { SettingFault } from "./setting-fault.ts";
import { deployedStages } from "./stages.ts";

/** The app that `cdk synth` and `cdk deploy` run. No other file reads CDK context. */

const root = join(import.meta.dirname, "..", "..");
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

const stageName = String(app.node.tryGetContext("stage") ?? "dev");
const described = deployedStages[stageName];
if (!described) end(`No stage is called "${stageName}": use -c stage=${Object.keys(deployedStages).join("|")}.`);

// `npm run deploy` has checked this, and no other script of npm deploys.
const isLaunchedByNpm = app.node.tryGetContext(COMMAND_CONTEXT) !== undefined;
const hasAccount = process.env.CDK_DEFAULT_ACCOUNT !== undefined;
const rejection = isLaunchedByNpm ? undefined : findDirectDeployment({ stage: stageName, hasAccount });
if (rejection !== undefined) end(rejection);

const stage = withAlarmEmails(described, app.node.tryGetContext(ALARM_EMAILS_CONTEXT));

// The CDK's command line sets it to the region that it would deploy to.
const region = process.env.CDK_DEFAULT_REGION;
const regionFault = region === undefined ? undefined : findRegionFault(stage, region);
if (regionFault !== undefined) end(regionFault);

const outDir = join(root, "dist");
await bundleFunctions({ root, entries: allEntries(), outDir, minify: true });

const isFirst = app.node.tryGetContext("first") === "true";
try {
  addService(app, { deployment: { stage, code: bundledCode(outDir), isFirst }, endpoints, pathPrefix: API_PREFIX });
} catch (error) {
  if (!(error instanceof SettingFault)) throw error;
  end(error.message);
}
app.synth();

/** A stack trace would hide the sentence from the operator. */
function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
