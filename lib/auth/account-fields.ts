import * as z from "zod";

import { fitsBcrypt, normalPassword, PASSWORD_BYTES_MAX, passwordForms } from "./password-forms.ts";

export const EMAIL_LENGTH_MAX = 255;
export const PASSWORD_LENGTH_MIN = 8;

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
