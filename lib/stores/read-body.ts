/** The body as text, or null as soon as it proves longer than `bytesMax` (counted after decompression). */
export async function readBody(response: Response, bytesMax: number): Promise<string | null> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;

  // Leaving the loop cancels the stream, which closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
