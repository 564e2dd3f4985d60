import type { Page } from "playwright-core";
import { expect } from "vitest";

type Control = {
  /** Its role, or the type or the element without one. */
  readonly kind: string;
  /** The same for controls that repeat in rows. */
  readonly key: string;
};

/** More than any screen has of different ones. */
const CONTROLS_MAX = 80;
const REJECTED = { status: 500, detail: "The walk sends nothing." };

const arrows = ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "End"];
const typing = ["a", "7", "Shift+B", "Backspace", ...arrows, "Escape"];
const keysOf: Readonly<Record<string, readonly string[]>> = {
  spinbutton: [
    "1",
    "2",
    "ArrowUp",
    "ArrowUp",
    "ArrowDown",
    "PageUp",
    "End",
    "Home",
    "Backspace",
    "0",
    "9",
    "ArrowRight",
  ],
  combobox: ["a", "ArrowDown", "ArrowDown", "ArrowUp", "Backspace", "Escape", "Escape"],
  select: ["ArrowDown", "ArrowDown", "ArrowUp", "Home", "a"],
  radio: ["ArrowRight", "ArrowRight", "ArrowLeft", " "],
  checkbox: [" ", "Enter", " "],
  button: ["ArrowDown", "ArrowRight", "Enter", "Escape", " ", "Escape"],
  summary: ["Enter", ...arrows, " "],
  application: [...arrows, "Escape"],
  a: ["ArrowDown"],
};

/** The part of a page that is lost when a screen fails, whatever catches the error. */
const FAILED = "This screen has failed";

/**
 * Types and presses keys in every control of the screen that is shown, once in each of those that repeat. What it would
 * send is rejected. Links get the focus, and are not followed.
 */
export async function pressControls(page: Page, path: string): Promise<readonly string[]> {
  const pressed = new Set<string>();
  for (let count = 0; count < CONTROLS_MAX; count += 1) {
    const control = await focusOf(page, pressed);
    if (control === null) break;
    pressed.add(control.key);
    for (const key of keysOf[control.kind] ?? typing) await page.keyboard.press(key);
    await closeDialogs(page);
    expect(await page.getByText(FAILED).count(), `${path}: ${control.key}`).toBe(0);
  }
  await page.waitForLoadState("networkidle");
  expect(await page.getByText(FAILED).count(), path).toBe(0);
  // On a busy machine a list may open after the key that was to close it.
  await closeDialogs(page);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count(), { message: path }).toBe(1);
  return [...pressed];
}

/**
 * Focuses the first control of a new key and returns it, or null. What a key has opened may still be loading, and a
 * dialog that opened after the key that was to close it hides all others.
 */
async function focusOf(page: Page, pressed: ReadonlySet<string>): Promise<Control | null> {
  const focus = async () => (await page.evaluate(focusNext([...pressed]))) as Control | null;
  const control = await focus();
  if (control !== null) return control;
  await page.waitForLoadState("networkidle");
  await closeDialogs(page);
  return await focus();
}

/** Rejects what a control would send: no test finds anything changed. */
export async function rejectWrites(page: Page): Promise<void> {
  await page.route(/\/api\//, (route) => {
    const isRead = route.request().method() === "GET" || route.request().url().endsWith("/session/token");
    if (isRead) return route.fallback();
    return route.fulfill({
      status: REJECTED.status,
      contentType: "application/problem+json",
      body: JSON.stringify({ type: "about:blank", title: "Problem", ...REJECTED }),
    });
  });
}

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator("[role=dialog], [role=alertdialog], [role=listbox], dialog[open]");
  if ((await dialogs.count()) > 0) await page.keyboard.press("Escape");
}

/**
 * Returns an expression that focuses the first control of a new key and returns it, or null. Plots come first, because
 * a choice in the controls above may leave nothing to plot.
 */
function focusNext(pressed: readonly string[]): string {
  return `(() => {
    const pressed = new Set(${JSON.stringify(pressed)});
    const controls = "input, select, textarea, button, summary, a[href], [role=spinbutton]";
    const found = (selector) => document.querySelectorAll(":is(main, [aria-label=Scope]) :is(" + selector + ")");
    for (const element of [...found("[role=application]"), ...found(controls)]) {
      const isShown = element.checkVisibility({ visibilityProperty: true });
      if (!isShown || element.disabled || element.closest("[inert], [aria-hidden=true]") !== null) continue;
      const kind = element.getAttribute("role") ?? (element.localName === "input" ? element.type : element.localName);
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText ?? "";
      const group = element.closest("[role=group]");
      const repeats = kind === "button" || kind === "a" || kind === "checkbox" || kind === "summary";
      const key = kind + " " + (repeats ? label.trim().split(/[ \\n]/)[0] : label.trim() + " " + (group?.id ?? ""));
      if (pressed.has(key)) continue;
      element.focus();
      return { kind, key };
    }
    return null;
  })()`;
}
