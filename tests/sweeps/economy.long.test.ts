import { describe, expect, it } from "vitest";

import { prod } from "../../infra/aws/stages.ts";
import { readInventory } from "../../infra/planning/inventory.ts";
import { benchEconomy } from "../bench/economy/bench-economy.ts";
import { describeResults } from "../bench/economy/describe-results.ts";
import { withBenchDatabases } from "../support/bench-databases.ts";
import { byRun } from "../support/by-run.ts";

const size = byRun({ usual: { apps: 4, compared: 3 }, nightly: { apps: 10, compared: 6 } });
const options = { ...size, days: 2, changed: 0.1, limits: ["none"], seed: 1 } as const;

describe("two days of a small service", () => {
  // The clock of the days stands still while the service works, but timeouts of calls are real: a busy machine hits one.
  it("store what whole syncs store, and pages and stars as of their dates", { retry: 1 }, () =>
    withBenchDatabases(async (create) => {
      const economy = await benchEconomy(create, options, console.log);
      const inventory = readInventory(prod);
      console.log(describeResults(economy, { inventory, options }).join("\n"));
      const { results } = economy;
      const [{ compared, dated, days } = expect.unreachable()] = results;
      expect(compared.flatMap(({ differing }) => differing)).toEqual([]);
      expect(dated.differing).toEqual([]);
      expect(days).toHaveLength(options.days);
    }),
  );
});
