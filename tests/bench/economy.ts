import { prod } from "../../infra/aws/stages.ts";
import { readInventory } from "../../infra/planning/inventory.ts";
import { explainUsage } from "../../infra/planning/options.ts";
import { benchEconomy } from "./economy/bench-economy.ts";
import { describeResults } from "./economy/describe-results.ts";
import { readEconomyOptions } from "./economy/options.ts";
import { withPostgres } from "./measuring/bench-database.ts";

/**
 * `npm run bench -- economy`: what the service requests of the stores, by its own schedules, runs and sweeps over a real
 * PostgreSQL and simulated stores, when apps have long been followed; and whether it stores what whole syncs store. A
 * clock that jumps from one moment to the next makes a day as long as its work.
 */
try {
  const options = readEconomyOptions(process.argv.slice(3));
  if (options !== undefined) {
    await withPostgres({ fsync: "off", synchronous_commit: "off", shared_buffers: "256MB" }, async (create) => {
      const economy = await benchEconomy(create, options, (line) => console.log(line));
      const inventory = readInventory(prod);
      for (const line of describeResults(economy, { inventory, options })) console.log(line);
    });
  }
} catch (error) {
  explainUsage(error);
}
