import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- reads [trends]`: what a request of GET /apps adds to its statements; with `trends`, what it takes for
 * 10,000 tracked apps with trends and in each order.
 */
await runApart(
  import.meta.filename,
  () => (process.argv[2] === "trends" ? import("./reads/compare-trends.ts") : import("./reads/compare-list.ts")),
  process.argv.slice(3),
);
