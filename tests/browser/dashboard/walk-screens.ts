import type { Page } from "playwright-core";
import { expect } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { type OpenDashboard, type OpenOptions, openDashboard } from "./open-dashboard.ts";
import {
  complaintsBesides,
  emptyResponses,
  failResponses,
  holdResponses,
  letThrough,
  patchResponses,
} from "./screen-states.ts";
import type { EmptyScreen, WalkedScreen } from "./walks/walked-screen.ts";

const BROKEN = { status: 500, detail: "The walk has broken this response." };

const RETRY_MS = 30_000;

/**
 * Opens screens one after the other, each full, loading, failed and empty. A reload in every state, the way back and a
 * step forward keep the screen. All states are held to WCAG, but full ones, which other tests check narrow and wide.
 */
export async function walkScreens(screens: readonly WalkedScreen[], options: OpenOptions = {}): Promise<void> {
  const opened = await openDashboard(screens[0]?.path, options);
  for (const screen of screens) await walkScreen(opened, screen);
  for (const screen of screens.slice(0, -1).toReversed()) {
    await opened.page.goBack();
    await expectFull(opened.page, screen);
  }
  const [, second] = screens;
  if (second !== undefined) {
    await opened.page.goForward();
    await expectFull(opened.page, second);
  }
  expect(complaintsBesides(opened.complaints, [BROKEN.status, ...problemsOf(screens)])).toEqual([]);
  await opened.context.close();
}

async function walkScreen({ page, goTo }: OpenDashboard, screen: WalkedScreen): Promise<void> {
  const { path, read, empty } = screen;
  await goTo(path);
  await expectFull(page, screen);

  const release = await holdResponses(page, read);
  await page.reload();
  await page.getByRole("status").filter({ hasText: "…" }).first().waitFor();
  await expectAccessible(page, `${path} loading`);
  await release();
  await expectFull(page, screen);

  await failResponses(page, read, BROKEN);
  await page.reload();
  await page.getByText(BROKEN.detail).first().waitFor();
  await expectAccessible(page, `${path} failed`);
  await letThrough(page, read);
  // A screen that is read again by itself may be full before.
  const retry = page.getByRole("button", { name: "Retry" }).first();
  await retry.click({ timeout: RETRY_MS }).catch(() => undefined);
  await screen.isFull(page);

  if (empty === undefined) return;
  const emptied = empty.read ?? read;
  await emptyScreen(page, emptied, empty);
  await page.reload();
  await page.getByText(empty.text).first().waitFor();
  await expectAccessible(page, `${path} empty`);
  await letThrough(page, emptied);
}

function emptyScreen(page: Page, read: RegExp, { body, patch, problem }: EmptyScreen): Promise<void> {
  if (problem !== undefined) return failResponses(page, read, { ...problem, detail: "There is none." });
  return patch === undefined ? emptyResponses(page, read, body) : patchResponses(page, read, patch);
}

function problemsOf(screens: readonly WalkedScreen[]): readonly number[] {
  return screens.flatMap(({ empty }) => empty?.problem?.status ?? []);
}

async function expectFull(page: Page, { path, title, isFull }: WalkedScreen): Promise<void> {
  await isFull(page);
  expect(await page.getByRole("heading", { level: 1 }).innerText(), path).toBe(title);
}

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await violationsOf(page), state).toEqual([]);
}
