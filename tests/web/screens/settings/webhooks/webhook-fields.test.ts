import { describe, expect, it } from "vitest";

import type { Webhook } from "../../../../../web/screens/settings/webhooks/webhook.ts";
import {
  changesOf,
  newWebhookFields,
  webhookFieldsOf,
  webhookOf,
  weightOptions,
} from "../../../../../web/screens/settings/webhooks/webhook-fields.ts";

const webhook: Webhook = {
  id: 7,
  name: "Team chat",
  description: "",
  url: "https://receiver.example/shelfwatch",
  scope: { kind: "view", app: null, view: { id: 3, name: "Japan" } },
  types: ["app.price_changed", "app.version_released"],
  min_weight: 0.4,
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
      url: webhook.url,
      scope: { kind: "mine" },
      types: [],
      min_weight: 0,
    });
  });

  it("of a saved one are what was saved, in the order in which types are shown", () => {
    expect(webhookOf(webhookFieldsOf(webhook))).toEqual({
      name: webhook.name,
      url: webhook.url,
      scope: { kind: "view", view_id: 3 },
      types: ["app.version_released", "app.price_changed"],
      min_weight: 0.4,
    });
  });

  it("leave a scope that stays out of the change, since its view may be deleted", () => {
    const orphan: Webhook = { ...webhook, scope: { kind: "view", app: null, view: null } };
    const fields = webhookFieldsOf(orphan);

    expect(changesOf({ ...fields, name: "Chat" }, orphan)).toEqual({
      name: "Chat",
      url: webhook.url,
      types: ["app.version_released", "app.price_changed"],
      min_weight: 0.4,
    });
    expect(changesOf({ ...fields, "scope.kind": "rivals" }, orphan)).toMatchObject({ scope: { kind: "rivals" } });
  });

  it("offer a weight that a program has set beside the usual ones", () => {
    expect(weightOptions("0.4").map(({ id }) => id)).toEqual(["0", "0.25", "0.5", "0.75", "0.4"]);
    expect(weightOptions("0.5").map(({ id }) => id)).toEqual(["0", "0.25", "0.5", "0.75"]);
  });
});
