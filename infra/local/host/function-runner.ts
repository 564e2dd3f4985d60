import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";

import { bundleName } from "../../bundle/bundle-name.ts";
import { startEnvironment } from "./environment.ts";
import type { Outcome } from "./environment-messages.ts";
import type { HostedFunction } from "./model.ts";
import { createPool, type Pool, shareOfEnvironments } from "./pool.ts";

/** Runs the functions of the templates. */
export type FunctionRunner = {
  readonly invoke: (functionArn: string, event: unknown) => Promise<Outcome>;
  readonly invokeByName: (functionName: string, event: unknown) => Promise<Outcome>;
  readonly killEnvironments: (functionName: string) => number;
  readonly names: readonly string[];
  readonly stop: () => Promise<void>;
};

export type FunctionRunnerSettings = {
  readonly functions: readonly HostedFunction[];
  /** Holds a bundle per entry, and that of the bootstrap. */
  readonly bundleDir: string;
  readonly logDir: string;
  /** Environments of all functions together. Default: only each function has a limit. */
  readonly environmentsMax?: number;
  readonly variablesOf: (hosted: HostedFunction) => Readonly<Record<string, string>>;
};

export const BOOTSTRAP_ENTRY = "infra/local/host/bootstrap.ts";

export function createFunctionRunner(settings: FunctionRunnerSettings): FunctionRunner {
  const logs: WriteStream[] = [];
  const pools = settings.functions.map((hosted) => ({ hosted, pool: createFunctionPool(settings, hosted, logs) }));

  function findPool(isWanted: (hosted: HostedFunction) => boolean, what: string): Pool {
    const found = pools.find(({ hosted }) => isWanted(hosted));
    if (found) return found.pool;
    throw new Error(`No function is called ${what}; there are ${pools.map(({ hosted }) => hosted.name).join(", ")}`);
  }

  const byName = (name: string) => findPool((hosted) => hosted.name === name, name);
  return {
    invoke: async (arn, event) => await findPool((hosted) => hosted.arn === arn, arn).invoke(event),
    invokeByName: async (name, event) => await byName(name).invoke(event),
    killEnvironments: (name) => byName(name).killAll(),
    names: settings.functions.map(({ name }) => name),
    stop: async () => {
      await Promise.all(pools.map(({ pool }) => pool.stop()));
      for (const log of logs) log.end();
    },
  };
}

function createFunctionPool(settings: FunctionRunnerSettings, hosted: HostedFunction, logs: WriteStream[]): Pool {
  const pathOf = (entry: string) => join(settings.bundleDir, `${bundleName(entry)}.mjs`);
  let log: WriteStream | undefined;

  function openLog(): WriteStream {
    const opened = createWriteStream(join(settings.logDir, `${hosted.name}.log`), { flags: "a" });
    // Every environment of the function writes here.
    opened.setMaxListeners(0);
    logs.push(opened);
    return opened;
  }

  const start = () => {
    log ??= openLog();
    return startEnvironment({
      hosted,
      bootstrapPath: pathOf(BOOTSTRAP_ENTRY),
      bundlePath: pathOf(hosted.entry),
      variables: settings.variablesOf(hosted),
      log,
    });
  };
  const { functions, environmentsMax = Number.POSITIVE_INFINITY } = settings;
  const share = shareOfEnvironments(environmentsMax, functions.length);
  return createPool(start, Math.min(share, hosted.reservedConcurrency ?? share));
}
