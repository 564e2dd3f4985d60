import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** A visit that begins on Today and counts what its reader does. */
export type CountedVisit = {
  readonly click: (target: Locator) => Promise<void>;
  /** Opens the command menu, types into it, and takes the first thing that it offers. */
  readonly jump: (text: string, offered: RegExp) => Promise<void>;
  /** Ends the visit: holds it to three clicks and two screens, Today among them. */
  readonly expectShort: () => void;
};

const CLICKS_MAX = 3;
const SCREENS_MAX = 2;

/** A key that opens the menu counts as a click, and so does a text that is typed. */
export function countVisit(page: Page): CountedVisit {
  let clicks = 0;
  const paths = [new URL(page.url()).pathname];
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== paths.at(-1)) paths.push(pathname);
  });
  return {
    click: async (target) => {
      clicks += 1;
      await target.click();
    },
    jump: async (text, offered) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox", { name: "Jump to" }).waitFor();
      await page.keyboard.type(text);
      await page.getByRole("dialog").getByRole("option").first().filter({ hasText: offered }).waitFor();
      await page.keyboard.press("Enter");
      clicks += 3;
    },
    expectShort: () => {
      expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
      expect(paths.length, paths.join(" → ")).toBeLessThanOrEqual(SCREENS_MAX);
    },
  };
}
