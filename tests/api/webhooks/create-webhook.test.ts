import { describe, expect, it } from "vitest";

import { WEBHOOKS_MAX } from "../../../lib/domain/webhook.ts";
import { createCaller } from "../../support/api.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useWebhooks, webhook } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("POST /webhooks", () => {
  it("[HOOK-10] returns the endpoint with its secret, which no later response shows", async () => {
    const { create, list } = await setUp();

    const { status, body, headers } = await create({ types: ["app.removed"], min_weight: 0.25 });

    expect(status).toBe(201);
    const { secret, ...shown } = body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(shown).toMatchObject({
      ...{ name: "Chat", description: "", url: webhook.url, types: ["app.removed"], min_weight: 0.25 },
      ...{ scope: { kind: "mine", app: null, view: null }, status: "enabled", disabled_reason: null },
      previous_secret_until: null,
    });
    expect(await list()).toEqual([shown]);
  });

  it.each([
    { name: "no URL", body: { url: "hook" }, field: "url" },
    { name: "http", body: { url: "http://receiver.example/" }, field: "url" },
    { name: "this machine over http", body: { url: "http://127.0.0.1:8080/" }, field: "url" },
    { name: "another protocol", body: { url: "ftp://receiver.example/" }, field: "url" },
    { name: "a password", body: { url: "https://me:secret@receiver.example/" }, field: "url" },
    { name: "a fragment", body: { url: "https://receiver.example/#part" }, field: "url" },
    { name: "an IPv4 address", body: { url: "https://192.0.2.1/" }, field: "url" },
    { name: "an IPv4 address as a number", body: { url: "https://2130706433/" }, field: "url" },
    { name: "an IPv6 address", body: { url: "https://[2001:db8::1]/" }, field: "url" },
    { name: "a port of another service", body: { url: "https://receiver.example:22/" }, field: "url" },
    { name: "a long URL", body: { url: `https://receiver.example/${"a".repeat(2_000)}` }, field: "url" },
    { name: "an unknown type", body: { types: ["app.renamed"] }, field: "types.0" },
    { name: "a weight above 1", body: { min_weight: 1.5 }, field: "min_weight" },
    { name: "no name", body: { name: " " }, field: "name" },
    { name: "an app that the caller does not follow", body: app("1"), field: "scope.app" },
    { name: "a view that does not exist", body: { scope: { kind: "view", view_id: 1 } }, field: "scope.view_id" },
  ])("[HOOK-11] rejects $name", async ({ body: sent, field }) => {
    const { create } = await setUp();

    const { status, body } = await create(sent);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("[HOOK-11] accepts an app that the caller follows, and a view of changes", async () => {
    const { db, api, caller, create } = await setUp();
    const { externalId } = await createTracked(db, caller.user.id);
    const view = await api.post("/views", { name: "All", scope: { path: "/changes/all" } }, caller);

    for (const body of nonEmpty([app(externalId), { scope: { kind: "view", view_id: view.body.data.id } }])) {
      expect((await create(body)).status).toBe(201);
    }
  });

  it("[HOOK-11] accepts this machine where the stage allows it", async () => {
    const { create } = await setUp({ urlRules: { loopback: "allowed" } });

    expect((await create({ url: "http://127.0.0.1:8080/hook" })).status).toBe(201);
    expect((await create({ url: "http://192.168.1.2:8080/hook" })).status).toBe(422);
  });

  it("[HOOK-12] adds at most 10 endpoints of a user, also by requests at the same time", async () => {
    const { create } = await setUp();

    const responses = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 3 }, () => create()));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_MAX);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(3);
  });

  it("requires a token that may write", async () => {
    const { db, api, create } = await setUp();

    expect((await api.post("/webhooks", webhook)).status).toBe(401);
    expect((await create({}, await createCaller(db, ["read"]))).status).toBe(403);
  });
});

function app(external_id: string) {
  return { scope: { kind: "app", app: { platform: "ios", external_id } } };
}
