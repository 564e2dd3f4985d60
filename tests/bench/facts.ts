import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- facts`: what a year of facts, installs and lists of similar apps takes in the database, and what
 * reading them takes beside a million apps.
 */
await runApart(import.meta.filename, () => import("./facts/measure-year.ts"), process.argv.slice(3));
