import { load } from "cheerio";

/** The text of a fragment of HTML, its line breaks kept. */
export function plainText(html: string): string {
  return load(html.replace(/<br\s*\/?>/gi, "\n"))
    .root()
    .text();
}

/** The library writes line breaks as Windows does. */
export function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
