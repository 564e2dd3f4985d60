import * as z from "zod";

/** bcrypt ignores further bytes, so it would silently truncate a longer password. */
const PASSWORD_BYTES_MAX = 72;

/** No form of a valid password is longer, and the time to normalise grows with the square of the length. */
const SENT_BYTES_MAX = 4 * PASSWORD_BYTES_MAX;

const EMAIL_LENGTH_MAX = 255;
const PASSWORD_LENGTH_MIN = 8;

const visible = /[^\s\p{Cc}\p{Cf}]/u;

const PASSWORD_REQUIRED = "The password field is required.";
const PASSWORD_TOO_LONG = `The password must not be longer than ${PASSWORD_BYTES_MAX} bytes.`;

export const nameField = () => z.string().trim().min(1, "The name field is required.").max(255);

/** The last instant that RFC 3339 can name. */
const INSTANT_MAX = Date.parse("9999-12-31T23:59:59Z");

export const tokenExpiryField = () =>
  z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) <= INSTANT_MAX, "The selected expires at is invalid.")
    .meta({ description: "RFC 3339 time in the future." });

/** Rejects times before 1970, when the service did not exist. The database's clock decides whether a time has come. */
export const pastInstantField = () =>
  z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= INSTANT_MAX, "The selected time is invalid.");

/** Trimmed, because keyboards that complete an address append a space. */
export const emailField = () => z.string().trim().check(z.email()).max(EMAIL_LENGTH_MAX);

/** A password at login, exactly as sent. If bcrypt would truncate every form of it, it is wrong. */
export const passwordField = () =>
  z
    .string()
    .min(1, PASSWORD_REQUIRED)
    .refine((sent) => passwordForms(sent).length > 0, PASSWORD_TOO_LONG);

export const newPasswordField = () =>
  z
    .string()
    .min(1, PASSWORD_REQUIRED)
    .overwrite(normalPassword)
    .min(PASSWORD_LENGTH_MIN)
    .refine((password) => visible.test(password), "The password field must not be blank.")
    .refine(fitsBcrypt, PASSWORD_TOO_LONG)
    .meta({
      description: `The password has at most ${PASSWORD_BYTES_MAX} bytes of UTF-8 after Unicode normalisation (NFC).`,
    });

export const passwordConfirmationField = () => z.string().overwrite(normalPassword);

export const isConfirmed = (body: { readonly password: string; readonly password_confirmation: string }) =>
  body.password === body.password_confirmation;

export const UNCONFIRMED = { path: ["password"], message: "The password field confirmation does not match." };

/** Returns the form to hash: systems send the same `é` as one or as two code points. */
export function normalPassword(sent: string): string {
  return Buffer.byteLength(sent) > SENT_BYTES_MAX ? sent : sent.normalize("NFC");
}

function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= PASSWORD_BYTES_MAX;
}

/** Returns the forms that a stored hash may have: the normal one and, for older hashes, the unchanged one. */
export function passwordForms(sent: string): readonly string[] {
  return [...new Set([normalPassword(sent), sent])].filter(fitsBcrypt);
}
