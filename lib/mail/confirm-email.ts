import type { Db } from "../../db/client.ts";
import { confirmAddress } from "../../db/queries/webhooks/mail-addresses.ts";
import type { LinkSecret } from "../domain/mail.ts";
import { notFound } from "../errors.ts";
import { linkPage } from "./link-page.ts";

/** The link can be used again until it is not valid any longer. */
export async function confirmEmail({ db }: { readonly db: Db }, { id: userId, secret }: LinkSecret) {
  if (!(await confirmAddress(db, { userId, secret }))) throw notFound();
  return linkPage({ heading: "Your address is confirmed", text: "Alerts are sent to it from now on." });
}
