/** What the dashboard's screens request, what its first load weighs, and how fast a plot of a year is drawn. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { startDashboard } from "../browser/dashboard/fixture/start-dashboard.ts";
import { screenPaths } from "../browser/dashboard/screen-paths.ts";
import { browserOptions } from "../browser/find-browser.ts";
import { measurePlot } from "./dashboard/measure-plot.ts";
import { measureFirstLoad, measureScreens } from "./dashboard/measure-screens.ts";

const CALLS_MAX = 12;
const FIRST_LOAD_KB_MAX = 150;
const FRAME_MS = 1_000 / 60;

const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-bench-dashboard-"));
// The database server may run under another account.
await chmod(dataDir, 0o711);
const browser = await chromium.launch(browserOptions());
const dashboard = await startDashboard(dataDir);
try {
  const { median, slowest } = await measurePlot(browser);
  const frames = (ms: number) => `${ms.toFixed(1)} ms, ${(ms / FRAME_MS).toFixed(2)} frames`;
  console.log(`a plot of 5 series over 365 days: median ${frames(median)}; slowest ${frames(slowest)}`);

  const firstLoad = await measureFirstLoad(browser, dashboard);
  console.log(`first load, login to home: ${firstLoad.toFixed(1)} KB compressed (at most ${FIRST_LOAD_KB_MAX})`);

  const screens = await measureScreens(browser, dashboard, screenPaths(dashboard.apps));
  for (const { path, calls, files, kilobytes } of screens)
    console.log(
      `${path.padEnd(44)} ${String(calls).padStart(3)} calls ${String(files).padStart(3)} files ${kilobytes.toFixed(1).padStart(7)} KB`,
    );
  const callsMost = Math.max(...screens.map(({ calls }) => calls));
  console.log(`most calls of a screen: ${callsMost} (at most ${CALLS_MAX})`);
  if (callsMost > CALLS_MAX || firstLoad > FIRST_LOAD_KB_MAX || median > FRAME_MS) process.exitCode = 1;
} finally {
  await browser.close();
  await dashboard.host.stop();
  await rm(dataDir, { recursive: true, force: true });
}
