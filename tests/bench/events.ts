import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- events`: what reading the events of 118 followed apps takes, of 10,000 and of a million.
 * `npm run bench -- events changes [power of ten]`: what reading them with a cursor takes, of 10⁴ events of all apps and
 * of 10⁷ or of the given power.
 */
await runApart(
  import.meta.filename,
  () => (process.argv[2] === "changes" ? import("./events/measure-changes.ts") : import("./events/measure-feed.ts")),
  process.argv.slice(3),
);
