import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { type Account, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides, failResponses, holdResponses } from "./screen-states.ts";

const CONFLICT = 409;
const INVALID = 422;
const NOT_FOUND = 404;
const chatUrl = "https://hooks.slack.com/services/T123/B456/abcdefgh123456";
const account: Account = { name: "Hedy", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };

let status = 500;
let receiver: Server;
let url = "";

beforeAll(async () => {
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  await api("POST", `${seededApp("ios", "tracked").path}/track`);
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(status === 500 ? "The <b>queue</b> is full." : undefined);
  });
  await new Promise<void>((listening) => void receiver.listen(0, "127.0.0.1", listening));
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new TypeError("The receiver has no port.");
  url = `http://127.0.0.1:${address.port}/shelfwatch`;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

describe("webhooks of one's own", () => {
  it("are created, tested, sent to again, disabled and deleted", async () => {
    const { page, context, complaints } = await openDashboard("/settings/webhooks", { account });
    await page.getByText("There is no webhook").waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    expect(new URL(page.url()).search).toBe("?new=1");
    await page.getByLabel("Name", { exact: true }).fill("Team chat");
    await page.getByLabel("Address", { exact: true }).fill("ftp://receiver.example");
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await page.getByText("The url field must begin with https.").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(url);
    await page.getByRole("button", { name: "Create the webhook" }).click();
    const secret = page.locator("code");
    const first = await secret.innerText();
    expect(first).toMatch(/^whsec_/);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await secret.count()).toBe(0);

    await page.getByRole("table", { name: "Webhooks" }).getByRole("link", { name: "Team chat" }).click();
    await page.getByText("Nothing was sent yet").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    const test = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "Test" });
    await test.getByText(/^500 \(/).waitFor();
    await test.getByRole("button", { name: /^Details / }).click();
    const details = page.getByRole("dialog");
    await details.getByText(/"type":"webhook.test"/).waitFor();
    await details.getByText("The <b>queue</b> is full.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });

    status = 204;
    await test.getByRole("button", { name: /^Redeliver / }).click();
    await test.getByText("Delivered", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText(/^\d+ events? will be sent again\.$/).waitFor();
    await page.getByLabel("Status", { exact: true }).selectOption("Failed");
    await page.getByText("There is no such delivery").waitFor();
    expect(new URL(page.url()).search).toBe("?status=failed");

    const letRotate = await holdResponses(page, /\/rotate-secret$/);
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await letRotate();
    await secret.waitFor();
    expect(await secret.innerText()).toMatch(/^whsec_/);
    expect(await secret.innerText()).not.toBe(first);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate", exact: true }).click();
    await page.getByText("The secret that was replaced before still signs.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Chat");
    await page.getByRole("dialog").getByLabel("Prices", { exact: true }).check({ force: true });
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
    await page.getByText("1 type", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await page.getByText("You have disabled it.").waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Enabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/settings\/webhooks$/);
    await page.getByText("There is no webhook").waitFor();
    expect(complaintsBesides(complaints, [INVALID, CONFLICT])).toEqual([]);
    await context.close();
  });

  it("of a chat are created with conditions, after a look at what they would have sent", async () => {
    const { page, context, complaints } = await openDashboard("/settings/webhooks?new=1", { account });
    await page.getByLabel("Name", { exact: true }).fill("Sales");
    await page.getByLabel("Send to", { exact: true }).selectOption("Slack");
    const countries = page.getByRole("button", { name: /^Countries/ });
    expect(await countries.isVisible()).toBe(false);
    await page.getByText("Only events that …").click();
    await countries.click();
    await page.getByRole("option", { name: "United States", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Price", { exact: true }).selectOption("Goes down");
    await page.getByLabel("Top 10", { exact: true }).check({ force: true });
    const look = page.getByRole("button", { name: "Show what it would have sent" });
    await look.click();
    await page.getByText(/^It would have sent [\d,]+ events? in the last 30 days/).waitFor();
    await page.getByRole("article").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Price", { exact: true }).selectOption("Goes up");
    await page.getByText(/^You have changed the fields since/).waitFor();
    await page.getByLabel("Events of", { exact: true }).selectOption("One app");
    await look.click();
    await page.getByText("Nothing can be shown. Check the fields above.").waitFor();
    await page.getByLabel("Events of", { exact: true }).selectOption("Your apps");

    const address = page.getByLabel("Address", { exact: true });
    const create = page.getByRole("button", { name: "Create the webhook" });
    await address.fill("https://receiver.example/shelfwatch");
    await create.click();
    await page.getByText(/must have the form https:\/\/hooks.slack.com/).waitFor();
    await address.fill(chatUrl);
    await create.click();
    await page.getByText(/It needs no secret/).waitFor();
    expect(await page.locator("code").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("table", { name: "Webhooks" }).getByText("Slack", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Sales" }).click();
    const masked = page.getByText("https://hooks.slack.com/…/3456", { exact: true });
    await masked.waitFor();
    await page.getByText("All types, in United States, of prices only rises, of ranks only moves across 10").waitFor();
    expect(await page.getByRole("button", { name: "Rotate the secret" }).count()).toBe(0);
    await page.getByRole("button", { name: "Change" }).click();
    const form = page.getByRole("dialog");
    expect(await form.getByLabel("Address", { exact: true }).inputValue()).toBe("");
    await form.getByLabel("Name", { exact: true }).fill("Sales team");
    await form.getByLabel("Rank moves by at least", { exact: true }).selectOption("10");
    expect(await violationsOf(page)).toEqual([]);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Sales team" }).waitFor();
    await page.getByText(/of ranks only moves of 10 or more or across 10$/).waitFor();
    await masked.waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There is no webhook").waitFor();
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("are said to be off where the service sends none", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null, { account });
    await failResponses(page, /\/api\/v1\/webhooks$/, { status: NOT_FOUND, detail: "No such operation." });
    for (const path of ["/settings/webhooks?new=1", "/settings/webhooks/1"]) {
      await goTo(path);
      await page.getByText("This service sends no webhooks").waitFor();
      expect(await page.getByRole("button", { name: /webhook/ }).count()).toBe(0);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(complaintsBesides(complaints, [NOT_FOUND])).toEqual([]);
    await context.close();
  });
});
