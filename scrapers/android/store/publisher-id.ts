import { InvalidRequestError } from "../../http/store-errors.ts";

/** Returns a publisher's canonical id: the name with spaces as `+` and reserved characters percent-encoded. */
export function publisherId(name: string): string {
  return name.replace(/[+%/?#\\]/g, encodeURIComponent).replaceAll(" ", "+");
}

/** Returns the name in an id. Also accepts plain spaces and further encoded characters. */
export function publisherName(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("+", " "));
  } catch {
    throw new InvalidRequestError(422, "developerId: not valid percent-encoding");
  }
}
