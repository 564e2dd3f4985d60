import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";

const ROUNDS = 30;
/** The first drawings compile what the later ones run. */
const WARM_UP = 5;

type DrawnIn = { readonly median: number; readonly slowest: number };

/** Returns the milliseconds in which a plot of five series over a year, and a lane of it, are drawn. */
export async function measurePlots(browser: Browser): Promise<{ readonly plot: DrawnIn; readonly lane: DrawnIn }> {
  const bundle = await build({
    entryPoints: [join(import.meta.dirname, "..", "..", "..", "web", "bench", "plotted-year.tsx")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    outdir: "out",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const textOf = (ending: string) => bundle.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addStyleTag({ content: textOf(".css") });
  await page.addScriptTag({ content: textOf(".js") });
  const plot: number[] = await page.evaluate(`drawPlots(${ROUNDS + WARM_UP})`);
  const lane: number[] = await page.evaluate(`drawLanes(${ROUNDS + WARM_UP})`);
  await page.close();
  return { plot: summarize(plot), lane: summarize(lane) };
}

function summarize(times: readonly number[]): DrawnIn {
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}
