import { findBrowser } from "./find-browser.ts";

if (findBrowser() === undefined) {
  console.error(
    "The browser test needs Chromium: apt-get install chromium-headless-shell, or name one with CHROMIUM_PATH.",
  );
  process.exit(1);
}
