import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";

describe("the fixture of the dashboard", () => {
  it("logs in an account that tracks apps of both stores", async () => {
    const { page, context, complaints, goTo } = await openDashboard();
    await goTo("/apps");
    await page.getByText(seededApp("ios", "tracked").name).first().waitFor();
    await page.getByText(seededApp("android", "tracked").name).first().waitFor();

    expect(complaints).toEqual([]);
    await context.close();
  });

  it("finds a label that was removed", async () => {
    const { page, context } = await openDashboard("/login", { account: null });
    await page.getByLabel("Email").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(`{
      for (const label of document.querySelectorAll("label")) label.remove();
      for (const field of document.querySelectorAll("input")) {
        for (const name of ["aria-label", "aria-labelledby", "placeholder", "title"]) field.removeAttribute(name);
      }
    }`);

    expect((await violationsOf(page)).join()).toContain("label: ");
    await context.close();
  });

  it("reports a request that leaves the host", async () => {
    const { page, context, complaints } = await openDashboard();
    await page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');

    expect(complaints.join()).toContain("https://elsewhere.example/");
    await context.close();
  });
});
