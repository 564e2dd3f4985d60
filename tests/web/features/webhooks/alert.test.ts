import { describe, expect, it } from "vitest";

import { type Alert, describeAlert, fieldsOfAlert, newAlertFields } from "../../../../web/features/webhooks/alert.ts";
import { byEffort, type WebhookFormat } from "../../../../web/features/webhooks/webhook-formats.ts";

const mine: Alert = {
  scope: { kind: "mine", app: null, view: null },
  kinds: [],
  minWeight: 0,
  filter: {},
  cautions: [],
};
const prices: Alert = { ...mine, kinds: ["price"], minWeight: 0.25, filter: { country_codes: ["jp"] } };
const ofView: Alert = { ...mine, scope: { kind: "view", app: null, view: { id: 5, name: "Japan" } } };

describe("an alert", () => {
  it.each([
    [mine, "All changes", "Your apps: All changes"],
    [prices, "Price, weight 0.25 or more, in Japan", "Your apps: Price, weight 0.25 or more, in Japan"],
    [ofView, "What the view shows", "View “Japan”"],
  ])("says what it tells, and is named by it", (alert, text, name) => {
    expect(describeAlert(alert)).toBe(text);
    expect(fieldsOfAlert(alert, newAlertFields("slack"))).toMatchObject({ name, format: "slack", url: "" });
  });

  it("names the field that it is about once", () => {
    expect(describeAlert({ ...mine, kinds: ["title"] })).toBe("Title");
  });

  it("has a name that the service accepts, however long that of the app is", () => {
    const app = { platform: "ios", external_id: "12", name: `${"x".repeat(79)}😀` } as const;

    expect(fieldsOfAlert({ ...mine, scope: { kind: "app", app, view: null } }, newAlertFields("slack")).name).toBe(
      "x".repeat(79),
    );
  });

  it("is offered to people first, and to programs last", () => {
    const formats: readonly WebhookFormat[] = ["standard", "slack", "email", "ntfy"];
    const ordered = byEffort(formats.map((id) => ({ id, name: id })));
    expect(ordered.map(({ id }) => id)).toEqual(["email", "slack", "ntfy", "standard"]);
  });
});
