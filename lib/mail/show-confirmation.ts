import { linkPage } from "./link-page.ts";

/** Whether the link is valid is found out by the button, so that a program that opens links learns nothing. */
export async function showConfirmation(): Promise<ReturnType<typeof linkPage>> {
  return linkPage({
    heading: "Confirm your address",
    text: "Alerts of Shelfwatch are sent to the address of your account once it is confirmed.",
    button: "Confirm",
  });
}
