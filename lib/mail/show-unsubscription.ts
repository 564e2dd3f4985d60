import type { Db } from "../../db/client.ts";
import { findMailEndpoint } from "../../db/queries/webhooks/mail-addresses.ts";
import type { LinkSecret } from "../domain/mail.ts";
import { notFound } from "../errors.ts";
import { linkPage } from "./link-page.ts";
import { unsubscribedPage } from "./unsubscribe.ts";

export async function showUnsubscription({ db }: { readonly db: Db }, link: LinkSecret) {
  const endpoint = await findMailEndpoint(db, link);
  if (endpoint === undefined) throw notFound();
  if (endpoint.is_disabled) return unsubscribedPage(endpoint.name);
  return linkPage({
    heading: "End these mails",
    text: `No more mails of the alert “${endpoint.name}” will be sent to you.`,
    button: "Unsubscribe",
  });
}
