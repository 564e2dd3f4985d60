import { runApart } from "./measuring/run-apart.ts";

/** `npm run bench -- reads`: what a request of GET /apps adds to its statements. */
await runApart(import.meta.filename, () => import("./reads/compare-list.ts"));
