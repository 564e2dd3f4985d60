/** `npm run cost`: what a month costs. */

import { COST_USAGE, type CostOptions, readCostOptions } from "./cost-options.ts";
import { describeCost } from "./describe-cost.ts";
import { explainUsage } from "./planning-options.ts";

try {
  const options = readCostOptions(process.argv.slice(2));
  const lines = options.help ? [COST_USAGE] : await costLines(options);
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  explainUsage(error);
}

async function costLines(options: CostOptions): Promise<readonly string[]> {
  // CDK takes a while to load; a mistake on the command line need not wait for it.
  const { readInventory } = await import("./inventory.ts");
  return describeCost(options, readInventory(options.stage));
}
