import { explainUsage } from "../../infra/planning/options.ts";
import { withPostgres } from "./measuring/bench-database.ts";
import { describeFigure, isKept } from "./waits/figures.ts";
import { readWaitsOptions, type ScenarioName } from "./waits/options.ts";
import type { Scenario } from "./waits/scenario.ts";
import { alone } from "./waits/scenarios/alone.ts";
import { charts } from "./waits/scenarios/charts.ts";
import { crowd } from "./waits/scenarios/crowd.ts";
import { failures } from "./waits/scenarios/failures.ts";
import { keywords } from "./waits/scenarios/keywords.ts";
import { searches } from "./waits/scenarios/searches.ts";
import { steady } from "./waits/scenarios/steady.ts";
import { together } from "./waits/scenarios/together.ts";

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  steady,
  together,
  alone,
  searches,
  failures,
  keywords,
  charts,
  crowd,
};

/**
 * `npm run bench -- waits`: how long users wait, for the deployed stages as they are wired, over a real PostgreSQL and
 * simulated stores. A virtual clock jumps from one moment to the next. Fails where a wait is longer than it may be.
 */
try {
  const options = readWaitsOptions(process.argv.slice(3));
  if (options !== undefined) {
    console.log(`seed ${options.seed}`);
    const settings = {
      fsync: "off",
      synchronous_commit: "off",
      shared_buffers: "512MB",
      jit: "off",
      autovacuum: "off",
      max_wal_size: "4GB",
    };
    await withPostgres(settings, async (create) => {
      for (const name of options.scenarios) {
        const { title, run } = scenarios[name];
        console.log(`${name}: ${title}`);
        const figures = await run({ create, options, print: (line) => console.error(line) });
        for (const figure of figures) console.log(describeFigure(figure));
        if (!options.isReport && !figures.every(isKept)) process.exitCode = 1;
      }
    });
  }
} catch (error) {
  explainUsage(error);
}
