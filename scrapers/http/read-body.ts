import { StoreError } from "./store-errors.ts";

/** Twice the largest page that the stores serve, counted after decompression. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024;

/** The body as text; a longer one is refused as soon as it proves so. */
export async function readBody(response: Response): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;

  // Leaving the loop cancels the stream, which closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) {
      throw new StoreError("The store's answer is too large", { reason: "invalid_response", status: response.status });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
