import createClient from "openapi-fetch";

import type { components, paths } from "./schema.d.ts";

/** Registers, logs in, finds an app in the App Store and tracks it. Paths, parameters and responses are typed. */
async function main(address: string): Promise<void> {
  const api = createClient<paths>({ baseUrl: `${address}/api/v1` });
  const account = { email: `you-${crypto.randomUUID()}@example.com`, password: "correct horse battery" };

  const registered = await api.POST("/auth/register", {
    body: { ...account, name: "You", password_confirmation: account.password },
  });
  if (registered.error) throw rejection("register", registered.error);

  const loggedIn = await api.POST("/auth/login", { body: account });
  if (loggedIn.error) throw rejection("log in", loggedIn.error);
  api.use({
    onRequest: ({ request }) => request.headers.set("authorization", `Bearer ${loggedIn.data.data.token}`),
  });

  const found = await api.GET("/apps/search", { params: { query: { term: "weather", platform: "ios" } } });
  if (found.error) throw rejection("search", found.error);
  const [app] = found.data.data;
  if (app === undefined) throw new Error("The App Store has no app about the weather.");

  const tracked = await api.POST("/apps", { body: { platform: app.platform, external_id: app.external_id } });
  if (tracked.error) throw rejection("track", tracked.error);
  const listed = await api.GET("/apps", { params: { query: { per_page: 10 } } });
  if (listed.error) throw rejection("list", listed.error);
  const names = listed.data.data.map(({ name }) => name);
  if (names.join() !== tracked.data.data.name || listed.data.meta.total !== 1) {
    throw new Error(`${tracked.data.data.name} was tracked, and ${names.join()} is listed.`);
  }

  await trackUnknownApp(api);
  process.stdout.write(`Tracks ${names.join()} of ${listed.data.meta.total} app.\n`);
}

/** A rejection is typed as well: 422 says by field what is wrong. */
async function trackUnknownApp(api: ReturnType<typeof createClient<paths>>): Promise<void> {
  const { error, response } = await api.POST("/apps", { body: { platform: "ios", external_id: "1" } });
  const [sentence] = error !== undefined && "errors" in error ? (error.errors?.external_id ?? []) : [];
  if (response.status !== 422 || sentence === undefined) {
    throw new Error(`An unknown app was completed with ${response.status}, ${JSON.stringify(error)}.`);
  }
}

type Schemas = components["schemas"];

/** The service says what is wrong in a problem, the gateway in front of it in a message. */
function rejection(attempt: string, error: Schemas["Problem"] | Schemas["GatewayMessage"]): Error {
  const reason = "detail" in error ? `${error.status} ${error.detail}` : error.message;
  return new Error(`Could not ${attempt}: ${reason}`);
}

await main(process.argv[2] ?? "http://127.0.0.1:3000");
