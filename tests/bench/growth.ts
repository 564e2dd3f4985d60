import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- growth [power of ten] [part of a path]`: what reads take as history grows from 10⁴ rows of each
 * kind to 10⁶.
 */
await runApart(import.meta.filename, () => import("./growth/compare-sizes.ts"), process.argv.slice(3));
