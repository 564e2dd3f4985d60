/** The paths of the links in mails. What follows is a secret. */
export const CONFIRM_PATH = "/confirm-email";
export const UNSUBSCRIBE_PATH = "/unsubscribe";
