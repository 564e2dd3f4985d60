/** `npm run cost` prints what a month costs. */

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
  // CDK loads slowly, so only after the command line is valid.
  const { readInventory } = await import("./inventory.ts");
  return describeCost(options, readInventory(options.stage));
}
