import * as z from "zod";

export const CONFIRMATION_HOURS = 24;
/** A user can request so many links in a day, so that nobody floods the mailbox of somebody else. */
export const CONFIRMATIONS_PER_DAY = 3;
/** Bytes of the secret in a link that confirms an address. */
export const CONFIRMATION_SECRET_BYTES = 32;

/** Requests of one address in a minute. A mailbox provider ends the mails of many users from one. */
export const LINK_REQUESTS_PER_ADDRESS = 60;

/** The type of a delivery that confirms the address of an account. */
export const CONFIRMATION_TYPE = "email.confirmation";

/** The owner's id, and a secret of 32 bytes in base64url. */
const linkSecret = /^([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{43})$/;

export const linkSecretSchema = () => z.string().regex(linkSecret);

export type LinkSecret = { readonly id: number; readonly secret: Uint8Array };

/** Returns the part of a link that nobody else may know. The id is that of what the secret belongs to. */
export function formatLinkSecret({ id, secret }: LinkSecret): string {
  return `${id}.${Buffer.from(secret).toString("base64url")}`;
}

/** Returns undefined for what is not such a part. */
export function parseLinkSecret(text: string): LinkSecret | undefined {
  const [, id, secret = ""] = linkSecret.exec(text) ?? [];
  return id === undefined || Number(id) > 2_147_483_647
    ? undefined
    : { id: Number(id), secret: Buffer.from(secret, "base64url") };
}

/** The paths of the links in mails. What follows is a secret. */
export const CONFIRM_PATH = "/confirm-email";
export const UNSUBSCRIBE_PATH = "/unsubscribe";
