import { linkPage } from "./link-page.ts";

/** The button finds out whether the link is valid, so that a program that opens links learns nothing. */
export function showConfirmation() {
  return linkPage({
    heading: "Confirm your address",
    text: "Alerts of Shelfwatch are sent to the address of your account once it is confirmed.",
    button: "Confirm",
  });
}
