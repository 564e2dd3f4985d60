import type { Webhook } from "./webhook.ts";

type MailAddressProps = { readonly webhook: Pick<Webhook, "url" | "is_confirmed"> };

/** Says where mails go, or that the address must be confirmed first. */
export function MailAddress({ webhook: { url, is_confirmed } }: MailAddressProps) {
  const address = <bdi>{url.replace(/^mailto:/, "")}</bdi>;
  if (is_confirmed !== false) return <>Mails go to {address}.</>;
  return <>Confirm {address} first: open the link in the mail that is being sent to it. A test sends the link again.</>;
}
