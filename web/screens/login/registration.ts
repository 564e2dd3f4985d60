/** Returns true if a `meta` element of the page says that an operator creates the accounts. */
export function isRegistrationClosed(): boolean {
  return document.querySelector('meta[name="registration"]')?.getAttribute("content") === "closed";
}
