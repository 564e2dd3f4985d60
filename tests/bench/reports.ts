import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- reports`: what the end of a run takes with and without making a report due, and what reporting a
 * thousand apps takes.
 */
await runApart(import.meta.filename, () => import("./reports/measure-reports.ts"), process.argv.slice(3));
