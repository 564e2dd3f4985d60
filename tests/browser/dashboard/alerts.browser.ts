import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { emailConfirmations } from "../../../db/schema/accounts.ts";
import { openReceiver, verifyDelivery, type WebhookReceiver } from "../../../infra/local/webhook-receiver.ts";
import { CONFIRM_PATH, formatLinkSecret } from "../../../lib/domain/mail.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { connectForTest } from "../../support/test-connection.ts";
import { violationsOf } from "./accessibility.ts";
import { countVisit } from "./counted-visit.ts";
import { type Account, logIn, signedInApi } from "./fixture/accounts.ts";
import { reportChanges } from "./fixture/report-changes.ts";
import { clearLimits, dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides, failResponses } from "./screen-states.ts";

const INVALID = 422;
const NOT_FOUND = 404;
const HEIGHT = 740;
const DELIVERED_MS_MAX = 120_000;
/** The pixels of the dialog beyond its right side. */
const hiddenWidth = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("[role=dialog]"))`;
const chatUrl = "https://hooks.slack.com/services/T123/B456/abcdefgh123456";

/** Other tests look at the changes of other apps. */
const app = seededApp("ios", "competitor", 4);
const unknown = seededApp("android", "competitor");
const delivery = z.object({ type: z.string(), data: z.object({ app: z.object({ external_id: z.string() }) }) });

let account: Account;
let receiver: WebhookReceiver;

beforeAll(async () => {
  account = await newAccount();
  receiver = await openReceiver();
  const api = signedInApi(dashboard.url, await logIn(dashboard.url, account));
  await api("POST", `${app.path}/track`);
});

afterAll(() => receiver.close());

async function reportNow(): Promise<void> {
  const { db, end } = connectForTest(dashboard.database);
  await reportChanges(db, app, new Date()).finally(end);
}

/** Returns the path of the link in the mail to the account. */
async function confirmationLink(): Promise<string> {
  const { db, end } = connectForTest(dashboard.database);
  const [row] = await db
    .select()
    .from(emailConfirmations)
    .where(eq(emailConfirmations.email, account.email))
    .finally(end);
  if (row === undefined) throw new Error("No link was made.");
  return `${CONFIRM_PATH}/${formatLinkSecret({ id: row.userId, secret: row.secret })}`;
}

describe("alerts from the scope bar", () => {
  it("of an app work after three clicks and a pasted address on its overview, and have its next event", async () => {
    const { page, context, complaints } = await openDashboard(app.path, { account });
    await page.getByRole("heading", { level: 1, name: app.name }).waitFor();
    const visit = countVisit(page);
    await visit.click(page.getByRole("search", { name: "Scope" }).getByRole("button", { name: "Get alerts" }));
    const dialog = page.getByRole("dialog", { name: "Get alerts" });
    await visit.click(dialog.getByText("A program, signed"));
    await dialog.getByLabel("Address", { exact: true }).fill(receiver.url);
    await visit.click(dialog.getByRole("button", { name: "Create alert" }));
    const secret = await dialog.locator("code").innerText();
    visit.expectShort();
    expect(await violationsOf(page)).toEqual([]);

    await reportNow();
    await expect.poll(() => receiver.received.length, { timeout: DELIVERED_MS_MAX }).toBeGreaterThan(0);
    for (const received of nonEmpty(receiver.received))
      expect(delivery.parse(verifyDelivery(secret, received)).data.app.external_id).toBe(app.externalId);

    await dialog.getByRole("link", { name: "Open it in Settings" }).click();
    await page.getByRole("heading", { level: 1, name: `${app.name} (App Store): All changes` }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Deliveries" }).getByText("Delivered", { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("of an app are mailed after two clicks on its overview, once the link of a mail has confirmed the address", async () => {
    const { page, context, complaints } = await openDashboard(app.path, { account });
    await page.getByRole("heading", { level: 1, name: app.name }).waitFor();
    const visit = countVisit(page);
    await visit.click(page.getByRole("search", { name: "Scope" }).getByRole("button", { name: "Get alerts" }));
    const dialog = page.getByRole("dialog", { name: "Get alerts" });
    await visit.click(dialog.getByRole("button", { name: "Create alert" }));
    await dialog.getByText(`Confirm ${account.email} first`).waitFor();
    visit.expectShort();
    await dialog.getByRole("link", { name: "Open it in Settings" }).click();
    await page.getByText("Not confirmed", { exact: true }).waitFor();
    const settings = page.url();
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(`${dashboard.url}${await confirmationLink()}`);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    await page.goto(settings);
    await page.getByText("Enabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    const tests = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "Test" });
    await tests.getByText("Delivered", { exact: true }).first().waitFor({ timeout: DELIVERED_MS_MAX });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("have what the screen has, after a look at what they would have sent", async () => {
    const { page, context, complaints } = await openDashboard("/changes/apps?field=price&country=jp", { account });
    await page.getByRole("button", { name: "Get alerts" }).click();
    const dialog = page.getByRole("dialog", { name: "Get alerts" });
    await dialog.getByText("Your apps", { exact: true }).waitFor();
    await dialog.getByText("Price, in Japan", { exact: true }).waitFor();
    await dialog.getByText(/^It would have sent .+ in the last 30 days/).waitFor();
    await dialog.getByText("Slack", { exact: true }).click();
    await dialog.getByLabel("Address", { exact: true }).fill("https://receiver.example/shelfwatch");
    await dialog.getByRole("button", { name: "Create alert" }).click();
    await dialog.getByText(/must have the form https:\/\/hooks.slack.com/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel("Address", { exact: true }).fill(chatUrl);
    await dialog.getByLabel("When", { exact: true }).selectOption("One digest a day");
    await dialog.getByLabel("Hour", { exact: true }).selectOption("18:00 UTC");
    await dialog.getByRole("button", { name: "Create alert" }).click();
    await dialog.getByText(/is sent to Slack, as one digest a day, at 18:00 UTC\./).waitFor();
    expect(await dialog.locator("code").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Get alerts" }).and(page.locator(":focus")).count()).toBe(1);
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it.each([360, 1280])(
    "are offered within WCAG at %d px in both schemes, without scrolling sideways",
    async (width) => {
      const viewport = { width, height: HEIGHT };
      const options = { account, viewport, reducedMotion: "reduce" } as const;
      const { page, context, complaints } = await openDashboard("/changes/all?country=jp", options);
      await page.getByRole("button", { name: "Get alerts" }).click();
      const dialog = page.getByRole("dialog", { name: "Get alerts" });
      await dialog.getByText(/^It would have sent/).waitFor();
      await dialog.getByText(/It tells of your apps, and not of competitors\./).waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        // Colours change in a transition.
        await expect.poll(() => violationsOf(page), { message: colorScheme }).toEqual([]);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await page.evaluate(hiddenWidth)).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("say why there are none of an app that the reader does not follow", async () => {
    const { page, context, complaints } = await openDashboard(`${unknown.path}/changes`, { account });
    await clearLimits();
    await page.getByRole("button", { name: "Get alerts" }).click();
    await page.getByRole("dialog").getByText("You neither track this app nor compare it.").waitFor();
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("are said to be off where the service sends none", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null, { account });
    await failResponses(page, /\/api\/v1\/webhooks\/preview$/, { status: NOT_FOUND, detail: "No such operation." });
    await goTo("/");
    await page.getByRole("button", { name: "Get alerts" }).click();
    await page.getByRole("dialog").getByText("This service sends no webhooks").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaintsBesides(complaints, [NOT_FOUND])).toEqual([]);
    await context.close();
  });
});
