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

export async function manageFeeds(recorder: Recorder, { app }: Cast): Promise<void> {
  const { data } = dataOf(row).parse(
    await recorder.show("createFeed", { body: { name: "One app", scope: { kind: "app", app } } }),
  );
  await recorder.show("createFeed", { body: { name: "One app", scope: { kind: "app" } } });
  await recorder.show("listFeeds");
  for (const feed_id of [data.id, 999_999]) await recorder.show("deleteFeed", { params: { feed_id } });
}
