import { InvalidRequestError } from "../../http/store-errors.ts";

export function publisherId(name: string): string {
  return name.replace(/[+%/?#\\]/g, encodeURIComponent).replaceAll(" ", "+");
}

export function publisherName(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("+", " "));
  } catch {
    throw new InvalidRequestError(422, "developerId: not valid percent-encoding");
  }
}
