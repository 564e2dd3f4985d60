import { join } from "node:path";

import { runApart } from "./measuring/run-apart.ts";

/** `npm run bench -- growth [power of ten]`: what reads take as history grows from 10⁴ rows of each kind to 10⁶. */
await runApart(join(import.meta.dirname, "growth", "compare-sizes.ts"), process.argv.slice(3));
