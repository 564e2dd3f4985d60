import type { Platform } from "../../lib/domain/platform.ts";
import { deployedStages, type Stage } from "../aws/stages.ts";
import { UsageError } from "../cli/command-line.ts";

export const APPS_MAX = 10_000_000;
/** Of 100: the share of the apps that is on the App Store. */
export const SPLIT_DEFAULT = "50";
export const STAGE_DEFAULT = "prod";

export function readStage(name: string): Stage {
  const stage = deployedStages[name];
  if (stage !== undefined) return stage;
  throw new UsageError(`No stage is called "${name}": there are ${Object.keys(deployedStages).join(" and ")}.`);
}

export function splitApps(apps: number, iosPercent: number): Readonly<Record<Platform, number>> {
  const ios = Math.round((apps * iosPercent) / 100);
  return { ios, android: apps - ios };
}

/** Ends a command that was called wrongly with one sentence and exit code 2; any other failure is a fault of ours. */
export function explainUsage(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
