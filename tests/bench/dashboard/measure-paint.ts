import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";

import { type BarePage, openBarePage } from "./bare-page.ts";
import type { StorageState } from "./measure-screens.ts";

/** A slow phone network and a slow processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const RUNS = 5;
const PAINT_MS_MAX = 60_000;
const ASKED_EVERY_MS = 2_000;
/** Pictures may be painted after the last text. */
const SETTLED_MS = 2_000;

export type Paint = { readonly median: number; readonly runs: readonly number[] };

type MeasuredPage = {
  readonly url: string;
  /** A selector of what the page shows last before it is measured. */
  readonly isShown: string;
  readonly storageState?: StorageState;
};

/** Returns the milliseconds until the largest part of a page is painted, in a browser that has nothing of it. */
export async function measurePaint(browser: Browser, { url, isShown, storageState }: MeasuredPage): Promise<Paint> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openBarePage(browser, url, storageState?.cookies ?? []);
    await page.send("Network.enable");
    await page.send("Network.emulateNetworkConditions", NETWORK);
    await page.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.send("Page.navigate", { url });
    await waitUntilShown(page, isShown);
    await setTimeout(SETTLED_MS);
    runs.push(await page.evaluate<number>(lastPaint));
    await page.close();
  }
  return { median: runs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN, runs };
}

/** A page is asked rarely, since each question takes time of its own. */
async function waitUntilShown(page: BarePage, selector: string): Promise<void> {
  for (let waited = 0; waited < PAINT_MS_MAX; waited += ASKED_EVERY_MS) {
    await setTimeout(ASKED_EVERY_MS);
    if (await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`)) return;
  }
  throw new Error(`The page has not shown ${selector} within ${PAINT_MS_MAX} ms.`);
}

const lastPaint = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true }))`;

/** A page of one sentence: what the network and this machine alone take. */
export async function measureControlPage(browser: Browser): Promise<Paint> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Control</title><p>A page of one line.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  try {
    return await measurePaint(browser, { url: `http://127.0.0.1:${port}/`, isShown: "p" });
  } finally {
    server.close();
  }
}
