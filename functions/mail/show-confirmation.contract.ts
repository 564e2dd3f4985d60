import { CONFIRM_PATH } from "../../lib/domain/mail.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofLink } from "../../lib/http/link-contract.ts";

export const showConfirmationContract = defineContract({
  ...ofLink,
  operation: "showConfirmation",
  summary: "Show a page with the button that confirms the address of an account. Opening it changes nothing.",
  method: "GET",
  path: `${CONFIRM_PATH}/{secret}`,
});
