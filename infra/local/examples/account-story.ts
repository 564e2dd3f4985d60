import * as z from "zod";

import { type Cast, dataOf, row } from "./cast.ts";
import type { Recorder } from "./recorder.ts";

export const account = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
export const newPassword = "battery staple correct";
export const registration = { ...account, password_confirmation: account.password };

export const createdToken = dataOf(z.object({ token: row, plain_text_token: z.string() }));

export async function authenticate(recorder: Recorder): Promise<void> {
  const { email, password } = account;
  // Register and login share five requests a minute.
  await recorder.show("registerUser", { body: registration });
  recorder.signIn(await recorder.show("logIn", { body: { email, password } }));
  await recorder.show("logIn", { body: { email, password: "wrong horse" } });
  await recorder.show("logIn", { body: { email: "ada", password } });
  await recorder.show("showCurrentUser");
}

export async function manageAccount(recorder: Recorder): Promise<void> {
  const { name, email, password } = account;
  await recorder.show("showProfile");
  await recorder.show("updateProfile", { body: { name, email, current_password: password } });
  await recorder.show("updateProfile", { body: { email: "ada" } });
  const change = { password: newPassword, password_confirmation: newPassword, revoke_other_tokens: true };
  await recorder.show("updatePassword", { body: { ...change, current_password: password } });
  await recorder.show("updatePassword", { body: { ...change, current_password: "wrong horse" } });
  const token = { name: "laptop", abilities: ["read"], expires_at: "2099-12-31T23:59:59Z" };
  const { data } = createdToken.parse(await recorder.show("createApiToken", { body: token }));
  await recorder.show("createApiToken", { body: { ...token, abilities: [] } });
  await recorder.show("listApiTokens", { query: { page: 1, per_page: 50, after_id: 1_000_000 } });
  await recorder.show("listApiTokens", { query: { per_page: 101 } });
  for (const token_id of [data.token.id, 999_999]) await recorder.show("revokeApiToken", { params: { token_id } });
}

const HOUR_MS = 3_600_000;
const newestEvents = dataOf(z.tuple([z.object({ reported_at: z.string() })], z.unknown()));

const webhook = {
  name: "Team chat",
  description: "Posts new versions of competitors.",
  url: "https://receiver.invalid/shelfwatch",
  scope: { kind: "rivals" },
  types: ["app.version_released"],
  min_weight: 0.25,
  filter: { country_codes: ["us", "de"] },
};

const previewed = {
  scope: { kind: "mine" },
  types: ["listing.changed", "app.price_changed"],
  min_weight: 0,
  filter: { fields: ["title", "subtitle"] },
};

export async function manageWebhooks(recorder: Recorder): Promise<void> {
  await recorder.show("previewWebhook", { body: previewed });
  await recorder.show("previewWebhook", { body: { ...previewed, filter: { price_direction: "sideways" } } });
  const { data } = dataOf(row).parse(await recorder.show("createWebhook", { body: webhook }));
  await recorder.show("createWebhook", { body: { ...webhook, url: "http://127.0.0.1/" } });
  await recorder.show("listWebhooks");
  const [params, unknown] = [{ webhook_id: data.id }, { webhook_id: 999_999 }];
  const changes = { description: "", min_weight: 0, scope: { kind: "mine" }, types: [], filter: {} };
  for (const one of [params, unknown]) await recorder.show("updateWebhook", { params: one, body: changes });
  const tested = dataOf(row).parse(await recorder.show("testWebhook", { params }));
  await recorder.show("testWebhook", { params: unknown });
  const page = { status: "pending", page: 1, per_page: 20, after_id: 1_000_000 };
  await recorder.show("listDeliveries", { params, query: page });
  await recorder.show("listDeliveries", { params: unknown });
  for (const delivery_id of [tested.data.id, 999_999]) {
    await recorder.show("redeliver", { params: { ...params, delivery_id } });
  }
  const body = await aroundNewestEvent(recorder);
  for (const one of [params, params, unknown]) await recorder.show("replayEvents", { params: one, body });
  await recorder.show("rotateSecret", { params });
  await recorder.show("rotateSecret", { params });
  for (const one of [params, unknown]) await recorder.show("deleteWebhook", { params: one });
}

async function aroundNewestEvent(recorder: Recorder) {
  const { data } = newestEvents.parse(await recorder.call("listEvents", { query: { scope: "mine" } }));
  const at = Date.parse(data[0].reported_at);
  return { from: new Date(at - HOUR_MS).toISOString(), to: new Date(at + HOUR_MS).toISOString() };
}

export async function manageFeeds(recorder: Recorder, { app }: Cast): Promise<void> {
  const { data } = dataOf(row).parse(
    await recorder.show("createFeed", { body: { name: "One app", scope: { kind: "app", app } } }),
  );
  await recorder.show("createFeed", { body: { name: "One app", scope: { kind: "app" } } });
  await recorder.show("listFeeds");
  for (const feed_id of [data.id, 999_999]) await recorder.show("deleteFeed", { params: { feed_id } });
}
