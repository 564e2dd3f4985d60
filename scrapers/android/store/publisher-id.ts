import { RequestError } from "../../http/store-errors.ts";

/** The one form of a publisher's id, whichever page it was read from: the name, spaces as `+`, reserved characters encoded. */
export function publisherId(name: string): string {
  return name.replace(/[+%/?#\\]/g, encodeURIComponent).replaceAll(" ", "+");
}

/** The name in an id. Encoded characters beyond the reserved ones, and plain spaces, are understood as well. */
export function publisherName(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("+", " "));
  } catch {
    throw new RequestError(422, "developerId: not valid percent-encoding");
  }
}
