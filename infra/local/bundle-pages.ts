/** Bundles the functions that serve pages, in the process that `bundle-later.ts` starts. */
import { bundlePart } from "./bundle-service.ts";

const [outDir = "", sources = ""] = process.argv.slice(2);
// Nobody waits for the pages of a host that has ended.
process.on("disconnect", () => process.exit());
await bundlePart(outDir, "pages", sources);
process.disconnect();
