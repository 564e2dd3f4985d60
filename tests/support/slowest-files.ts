import type { Reporter, TestModule } from "vitest/node";

const FILES_SHOWN = 20;

/** Prints the slowest files at the end of a run of more. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= FILES_SHOWN) return;
    const files = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { path: module.relativeModuleId, seconds: (collectDuration + duration) / 1_000 };
    });
    const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, FILES_SHOWN);
    const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    console.log(["", "The slowest files:", ...lines].join("\n"));
  }
}
