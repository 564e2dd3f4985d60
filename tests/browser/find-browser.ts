import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser that CHROMIUM_PATH names, else one that is installed; undefined without one. */
export function findBrowser(variables: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = variables;
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const folders = [...PATH.split(delimiter), "/usr/bin"];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
