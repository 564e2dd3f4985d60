import { join } from "node:path";

import { runApart } from "./measuring/run-apart.ts";

/** `npm run bench -- reads`: what a request of GET /apps adds to its statements. */
await runApart(join(import.meta.dirname, "reads", "compare-list.ts"));
