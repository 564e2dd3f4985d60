import type { Db } from "../../db/client.ts";
import { unsubscribe as end } from "../../db/queries/webhooks/mail-addresses.ts";
import type { LinkSecret } from "../domain/mail.ts";
import { notFound } from "../errors.ts";
import { linkPage } from "./link-page.ts";

/** Its user can enable the webhook again. */
export async function unsubscribe({ db }: { readonly db: Db }, link: LinkSecret) {
  const endpoint = await end(db, link);
  if (endpoint === undefined) throw notFound();
  return unsubscribedPage(endpoint.name);
}

export function unsubscribedPage(name: string) {
  return linkPage({
    heading: "You are unsubscribed",
    text: `No more mails of the alert “${name}” are sent. You can enable it again in the settings of your account.`,
  });
}
