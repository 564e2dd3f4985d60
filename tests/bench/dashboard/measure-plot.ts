import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";

const ROUNDS = 30;
/** The first drawings compile what the later ones run. */
const WARM_UP = 5;

/** Returns the milliseconds in which a plot of five series over a year is drawn: the median and the slowest. */
export async function measurePlot(browser: Browser): Promise<{ readonly median: number; readonly slowest: number }> {
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
  const times: number[] = await page.evaluate(`drawPlots(${ROUNDS + WARM_UP})`);
  await page.close();
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}
