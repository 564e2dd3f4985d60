/** A `meta` element of the page says so. In such a deployment an operator creates the accounts. */
export function isRegistrationClosed(): boolean {
  return document.querySelector('meta[name="registration"]')?.getAttribute("content") === "closed";
}
