import { describeCost } from "./describe-cost.ts";
import { COST_USAGE, type CostOptions, explainUsage, readCostOptions } from "./options.ts";

try {
  const options = readCostOptions(process.argv.slice(2));
  const lines = options.help ? [COST_USAGE] : await costLines(options);
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  explainUsage(error);
}

async function costLines(options: CostOptions): Promise<readonly string[]> {
  // The CDK loads slowly, so it is imported only for a valid command line.
  const { readInventory } = await import("./inventory.ts");
  return describeCost(options, readInventory(options.stage));
}
