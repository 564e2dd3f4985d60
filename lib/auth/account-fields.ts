import * as z from "zod";

export const EMAIL_LENGTH_MAX = 255;
export const PASSWORD_LENGTH_MIN = 8;
/** bcrypt reads no further; a longer password would be cut without a word. */
export const PASSWORD_BYTES_MAX = 72;

export const nameField = z.string().trim().min(1, "The name field is required.").max(255);

/** Keyboards that complete an address leave a space behind it. */
export const emailField = z.string().trim().check(z.email()).max(EMAIL_LENGTH_MAX);

/** A password that is presented. One that bcrypt would cut can never be right. */
export const passwordField = z
  .string()
  .min(1, "The password field is required.")
  .refine(
    (password) => Buffer.byteLength(password) <= PASSWORD_BYTES_MAX,
    `The password must not be longer than ${PASSWORD_BYTES_MAX} bytes.`,
  );

export const newPasswordField = passwordField.min(PASSWORD_LENGTH_MIN);
