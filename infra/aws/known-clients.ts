import type { oauthSettings, SettingsOf } from "../../lib/wiring/settings.ts";
import type { Stage } from "./stage.ts";

/** Returns by what a stage knows clients of OAuth: the sender of webhooks reads their documents. */
export function knownClients({
  api: { oauth },
  webhooks,
}: Pick<Stage, "api" | "webhooks">): SettingsOf<typeof oauthSettings> {
  return { registration: oauth === "off" ? "off" : oauth.registration, documents: webhooks.delivery };
}
