import { StoreError } from "./store-errors.ts";

/** Twice the largest page that the stores serve, counted after decompression. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024;

/** The body as text; a longer one, and one that is no UTF-8, is rejected as soon as it proves so. */
export async function readBody(response: Response): Promise<string> {
  if (response.body === null) return "";
  const decode = decoder(response.status);
  let text = "";
  let bytes = 0;

  // Leaving the loop cancels the stream, which closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) {
      throw new StoreError("The store's reply is too large", { reason: "invalid_response", status: response.status });
    }
    text += decode(chunk);
  }
  return text + decode();
}

/** Characters put in for broken ones would be stored as a change of the app's texts. */
function decoder(status: number): (chunk?: Uint8Array) => string {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return (chunk) => {
    try {
      return utf8.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new StoreError("The store's reply is not UTF-8", { reason: "invalid_response", status, cause });
    }
  };
}
