import { CONFIRM_PATH } from "../../lib/domain/mail.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofLink } from "../../lib/http/link-contract.ts";

export const confirmEmailContract = defineContract({
  ...ofLink,
  operation: "confirmEmail",
  summary: "Confirm the address of an account, so that alerts are sent to it. The link of the mail is valid for a day.",
  method: "POST",
  path: `${CONFIRM_PATH}/{secret}`,
});
