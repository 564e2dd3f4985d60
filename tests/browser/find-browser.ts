import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { LaunchOptions } from "playwright-core";

/** The first takes a quarter of the others' time for a new page: it loads no windows of its own. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser that CHROMIUM_PATH names, else one that is installed; undefined without one. */
export function findBrowser(variables: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = variables;
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const folders = [...PATH.split(delimiter), "/usr/bin"];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

/** Returns how to launch the browser that `findBrowser` finds. */
export function browserOptions(): LaunchOptions {
  const executablePath = findBrowser();
  // Chromium has no sandbox for root, which containers run as.
  return { ...(executablePath === undefined ? {} : { executablePath }), chromiumSandbox: process.getuid?.() !== 0 };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
