import { brotliDecompressSync } from "node:zlib";

import { makeStaticFile } from "./make-static-file.ts";
import type { StaticFile } from "./static-file.ts";

/** Stored addresses of pictures that begin with `stored` open where `served` stands in its place. */
export type OpenPictures = { readonly stored: string; readonly served: string };

/** Returns the page with an element that says where pictures open (web/client/picture-address.ts reads it). */
export function withOpenPictures(page: StaticFile, { stored, served }: OpenPictures): StaticFile {
  const html = brotliDecompressSync(Buffer.from(page.br, "base64")).toString();
  const element = `<meta name="pictures" content="${new URL(stored)} ${new URL(served)}" />`;
  return makeStaticFile("index.html", Buffer.from(html.replace("</head>", `${element}</head>`)));
}
