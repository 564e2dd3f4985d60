import * as z from "zod";

/** bcrypt reads no further; a longer password would be cut without a word. */
const PASSWORD_BYTES_MAX = 72;

/** No form of a password that fits is longer, and the time to normalise a text grows with the square of its length. */
const SENT_BYTES_MAX = 4 * PASSWORD_BYTES_MAX;

const EMAIL_LENGTH_MAX = 255;
const PASSWORD_LENGTH_MIN = 8;

const PASSWORD_REQUIRED = "The password field is required.";
const PASSWORD_TOO_LONG = `The password must not be longer than ${PASSWORD_BYTES_MAX} bytes.`;

export const nameField = z.string().trim().min(1, "The name field is required.").max(255);

/** Keyboards that complete an address leave a space behind it. */
export const emailField = z.string().trim().check(z.email()).max(EMAIL_LENGTH_MAX);

/** A password that is presented, as it was sent. One that bcrypt would cut in every form can never be right. */
export const passwordField = z
  .string()
  .min(1, PASSWORD_REQUIRED)
  .refine((sent) => passwordForms(sent).length > 0, PASSWORD_TOO_LONG);

export const newPasswordField = z
  .string()
  .min(1, PASSWORD_REQUIRED)
  .overwrite(normalPassword)
  .min(PASSWORD_LENGTH_MIN)
  .refine(fitsBcrypt, PASSWORD_TOO_LONG)
  .meta({ description: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8, after Unicode normalisation (NFC).` });

export const passwordConfirmationField = z.string().overwrite(normalPassword);

/** Returns the form that is hashed: systems send `é` as one or as two code points, whoever types it. */
export function normalPassword(sent: string): string {
  return Buffer.byteLength(sent) > SENT_BYTES_MAX ? sent : sent.normalize("NFC");
}

function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= PASSWORD_BYTES_MAX;
}

/**
 * Returns what a hash may have been made of: the normal form, and what was sent where it differs, which older hashes
 * are made of. None where neither fits.
 */
export function passwordForms(sent: string): readonly string[] {
  return [...new Set([normalPassword(sent), sent])].filter(fitsBcrypt);
}
