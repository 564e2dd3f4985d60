import { runApart } from "./measuring/run-apart.ts";

/** `npm run bench -- events`: what reading the events of 118 followed apps takes, of 10,000 and of a million. */
await runApart(import.meta.filename, () => import("./events/measure-feed.ts"), process.argv.slice(3));
