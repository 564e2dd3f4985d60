/**
 * Returns whether this deployment has no registration, as its page says in a `meta` element: an operator creates the
 * accounts.
 */
export function isRegistrationClosed(): boolean {
  return document.querySelector('meta[name="registration"]')?.getAttribute("content") === "closed";
}
