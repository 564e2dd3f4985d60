import { describe, expect, it } from "vitest";

import type { Webhook } from "../../../../web/features/webhooks/webhook.ts";
import {
  changesOf,
  newWebhookFields,
  sentEventsOf,
  webhookFieldsOf,
  webhookOf,
  weightOptions,
} from "../../../../web/features/webhooks/webhook-fields.ts";

const webhook: Webhook = {
  id: 7,
  name: "Team chat",
  description: "",
  url: "https://receiver.example/shelfwatch",
  format: "standard",
  is_confirmed: null,
  scope: { kind: "view", app: null, view: { id: 3, name: "Japan" } },
  types: ["app.price_changed", "app.version_released"],
  min_weight: 0.4,
  filter: { app_ids: [4, 9], country_codes: ["jp"], min_rank_change: 10 },
  timing: "at_once",
  digest_hour: null,
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  last_delivered_at: null,
  previous_secret_until: null,
  created_at: "2026-03-09T08:00:00Z",
  updated_at: "2026-03-09T08:00:00Z",
};

describe("the fields of a webhook", () => {
  it("of a new one send all events of the user's apps", () => {
    expect(webhookOf({ ...newWebhookFields, name: "Team chat", url: webhook.url })).toEqual({
      name: "Team chat",
      format: "standard",
      url: webhook.url,
      scope: { kind: "mine" },
      types: [],
      min_weight: 0,
      filter: {},
    });
  });

  it("of a saved one are what was saved, in the order in which types are shown", () => {
    expect(webhookOf(webhookFieldsOf(webhook))).toEqual({
      name: webhook.name,
      format: "standard",
      url: webhook.url,
      scope: { kind: "view", view_id: 3 },
      types: ["app.version_released", "app.price_changed"],
      min_weight: 0.4,
      filter: webhook.filter,
    });
  });

  it("of mail have no address", () => {
    const fields = webhookFieldsOf({ ...webhook, format: "email", url: "mailto:ada@example.com" });
    expect(Object.keys(webhookOf(fields))).not.toContain("url");
    expect(Object.keys(changesOf({ ...fields, name: "Mine" }, { ...webhook, format: "email" }))).not.toContain("url");
  });

  it("leave a scope that stays out of the change, since its view may be deleted", () => {
    const orphan: Webhook = { ...webhook, scope: { kind: "view", app: null, view: null } };
    const fields = webhookFieldsOf(orphan);

    expect(changesOf({ ...fields, name: "Chat" }, orphan)).toEqual({
      name: "Chat",
      types: ["app.version_released", "app.price_changed"],
      min_weight: 0.4,
      filter: webhook.filter,
    });
    expect(changesOf({ ...fields, "scope.kind": "rivals" }, orphan)).toMatchObject({ scope: { kind: "rivals" } });
  });

  it("have the address in the change once it is another one", () => {
    const url = "https://receiver.example/other";

    expect(changesOf({ ...webhookFieldsOf(webhook), url }, webhook)).toMatchObject({ url });
    expect(changesOf({ ...webhookFieldsOf(webhook), url: "" }, webhook)).toMatchObject({ url: "" });
  });

  it("of a chat begin without its masked address, and leave it as it is until one is typed", () => {
    const chat: Webhook = { ...webhook, format: "slack", url: "https://hooks.slack.com/…/uVwX" };
    const fields = webhookFieldsOf(chat);
    const url = "https://hooks.slack.com/services/T1/B2/c3D4";

    expect(fields.url).toBe("");
    expect(changesOf({ ...fields, name: "Sales" }, chat)).not.toHaveProperty("url");
    expect(changesOf({ ...fields, url }, chat)).toMatchObject({ url });
    expect(changesOf({ ...fields, url }, chat)).not.toHaveProperty("format");
  });

  it("choose for a preview what they choose once saved", () => {
    const { name, format, url, ...sent } = webhookOf(webhookFieldsOf(webhook));

    expect(sentEventsOf(webhookFieldsOf(webhook))).toEqual(sent);
  });

  it("offer a weight that a program has set beside the usual ones", () => {
    expect(weightOptions("0.4").map(({ id }) => id)).toEqual(["0", "0.25", "0.5", "0.75", "0.4"]);
    expect(weightOptions("0.5").map(({ id }) => id)).toEqual(["0", "0.25", "0.5", "0.75"]);
  });
});
