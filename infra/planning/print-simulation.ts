import { describeSimulation } from "./describe-simulation.ts";
import { formatDays } from "./format-table.ts";
import { explainUsage } from "./options.ts";
import { runSimulation } from "./run-simulation.ts";
import { readSimulationOptions, SIMULATION_USAGE, type SimulationOptions } from "./simulation-options.ts";

try {
  const options = readSimulationOptions(process.argv.slice(2));
  const lines = options.help ? [SIMULATION_USAGE] : describeSimulation(options, await runAll(options));
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  explainUsage(error);
}

async function runAll(options: SimulationOptions) {
  // The CDK loads slowly, so it is imported only for a valid command line.
  const { readInventory } = await import("./inventory.ts");
  const inventory = readInventory(options.stage);
  return options.apps.map((apps) => {
    const report = (share: number) =>
      process.stderr.write(
        `\r${apps.toLocaleString("en-US")} apps: ${Math.floor(100 * share)} % of ${formatDays(options.days)} `,
      );
    const result = runSimulation(options, { apps, inventory, onProgress: report });
    report(1);
    process.stderr.write("\n");
    return result;
  });
}
