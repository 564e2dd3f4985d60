import { runApart } from "./measuring/run-apart.ts";

/** `npm run bench -- schedule [seed]`: what a tick of the schedule takes at a million known apps. */
await runApart(import.meta.filename, () => import("./schedule/compare-ticks.ts"), process.argv.slice(3));
