/** What the dashboard's screens request, what its first load weighs, and how fast a plot of a year is drawn. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { startDashboard } from "../browser/dashboard/fixture/start-dashboard.ts";
import { screenPaths } from "../browser/dashboard/screen-paths.ts";
import { browserOptions } from "../browser/find-browser.ts";
import { measureControlPage, measurePaint } from "./dashboard/measure-paint.ts";
import { measurePlots } from "./dashboard/measure-plot.ts";
import { logInOnce, measureFirstLoad, measureScreens } from "./dashboard/measure-screens.ts";
import { bounds, recordFigure } from "./measuring/figures.ts";

const CALLS_MAX = 12;
const FIRST_LOAD_KB_MAX = bounds["first load of the dashboard"].bound;
const FIRST_LOAD_REQUESTS_MAX = bounds["requests of the first load"].bound;
const FRAME_MS = 1_000 / 60;
const LANE_MS_MAX = 16;
const PAINT_MS_MAX = bounds["largest paint of Today"].bound;
/** If the control page takes longer, the machine has other work, and the paints of screens say nothing. */
const CONTROL_PAINT_MS_MAX = 1_200;

const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-bench-dashboard-"));
// The database server may run under another account.
await chmod(dataDir, 0o711);
const browser = await chromium.launch(browserOptions());
const dashboard = await startDashboard(dataDir);
try {
  const { plot, lane } = await measurePlots(browser);
  const frames = (ms: number) => `${ms.toFixed(1)} ms, ${(ms / FRAME_MS).toFixed(2)} frames`;
  console.log(`a plot of 5 series over 365 days: median ${frames(plot.median)}; slowest ${frames(plot.slowest)}`);
  console.log(`a lane over 365 days: median ${frames(lane.median)}; slowest ${frames(lane.slowest)}`);

  const firstLoad = await measureFirstLoad(browser, dashboard);
  console.log(
    `first load, login to today: ${firstLoad.kilobytes.toFixed(1)} KB compressed (at most ${FIRST_LOAD_KB_MAX}), ` +
      `a font of ${firstLoad.fontKilobytes.toFixed(1)} KB, ${firstLoad.requests} requests (at most ${FIRST_LOAD_REQUESTS_MAX})`,
  );

  const control = await measureControlPage(browser);
  const tracked = dashboard.apps.find(({ platform, role }) => platform === "ios" && role === "tracked");
  if (tracked === undefined) throw new TypeError("The fixture has no tracked app.");
  const storageState = await logInOnce(browser, dashboard);
  const overview = await measurePaint(browser, {
    url: `${dashboard.host.url}/dashboard/apps/ios/${tracked.externalId}`,
    isShown: "[role=application]",
    storageState,
  });
  const today = await measurePaint(browser, {
    url: `${dashboard.host.url}/dashboard`,
    isShown: "article",
    storageState,
  });
  const listing = await measurePaint(browser, {
    url: `${dashboard.host.url}/dashboard/apps/ios/${tracked.externalId}/listing`,
    isShown: "main h2[id]",
    storageState,
  });
  const isVoid = control.median > CONTROL_PAINT_MS_MAX;
  const paints = (runs: readonly number[]) => runs.map((ms) => ms.toFixed(0)).join(", ");
  console.log(`largest paint of a control page: median ${control.median.toFixed(0)} ms of ${paints(control.runs)}`);
  for (const [screen, { median, runs }] of Object.entries({ "an overview": overview, today, "a listing": listing }))
    console.log(
      `largest paint of ${screen}: median ${median.toFixed(0)} ms of ${paints(runs)} ` +
        `(at most ${PAINT_MS_MAX})${isVoid ? ", void: the control page is too slow" : ""}`,
    );

  recordFigure("first load of the dashboard", firstLoad.kilobytes);
  recordFigure("requests of the first load", firstLoad.requests);
  if (!isVoid) {
    recordFigure("largest paint of Today", today.median);
    recordFigure("largest paint of Overview", overview.median);
    recordFigure("largest paint of Listing", listing.median);
  }

  const screens = await measureScreens(browser, dashboard, screenPaths(dashboard.apps));
  for (const { path, calls, files, kilobytes } of screens)
    console.log(
      `${path.padEnd(44)} ${String(calls).padStart(3)} calls ${String(files).padStart(3)} files ${kilobytes.toFixed(1).padStart(7)} KB`,
    );
  const callsMost = Math.max(...screens.map(({ calls }) => calls));
  console.log(`most calls of a screen: ${callsMost} (at most ${CALLS_MAX})`);
  const isTooMuch = [
    callsMost > CALLS_MAX,
    firstLoad.kilobytes > FIRST_LOAD_KB_MAX,
    firstLoad.requests > FIRST_LOAD_REQUESTS_MAX,
    plot.median > FRAME_MS,
    lane.median > LANE_MS_MAX,
    !isVoid && !(Math.max(overview.median, today.median, listing.median) <= PAINT_MS_MAX),
  ];
  if (isTooMuch.includes(true)) process.exitCode = 1;
} finally {
  await browser.close();
  await dashboard.host.stop();
  await rm(dataDir, { recursive: true, force: true });
}
