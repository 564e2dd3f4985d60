import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions } from "playwright-core";

/** A slow phone network and a slow processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const RUNS = 5;
const PAINT_MS_MAX = 60_000;

export type Paint = { readonly median: number; readonly runs: readonly number[] };

/** Returns the milliseconds until the largest part of a page is painted, in a browser that has nothing of it. */
export async function measurePaint(
  browser: Browser,
  { url, isShown, ...options }: BrowserContextOptions & { readonly url: string; readonly isShown: string },
): Promise<Paint> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PAINT_MS_MAX);
    const devTools = await context.newCDPSession(page);
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", NETWORK);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(url);
    await page.locator(isShown).first().waitFor();
    await page.waitForLoadState("networkidle");
    runs.push(await page.evaluate<number>(lastPaint));
    await context.close();
  }
  return { median: runs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0, runs };
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
