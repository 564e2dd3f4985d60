import { runApart } from "./measuring/run-apart.ts";

const benches = {
  trends: () => import("./reads/compare-trends.ts"),
  overview: () => import("./reads/measure-overview.ts"),
  list: () => import("./reads/compare-list.ts"),
};

/**
 * `npm run bench -- reads [trends|overview]`: what a request of GET /apps adds to its statements; with `trends`, what it
 * takes for 10,000 tracked apps with trends and in each order; with `overview`, what the overview of an app takes.
 */
await runApart(
  import.meta.filename,
  () => {
    const [, , name] = process.argv;
    return benches[name === "trends" || name === "overview" ? name : "list"]();
  },
  process.argv.slice(3),
);
