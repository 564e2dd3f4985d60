import { brotliDecompressSync } from "node:zlib";

import { makeStaticFile } from "./make-static-file.ts";
import type { StaticFile } from "./static-file.ts";

/** Stored addresses of pictures that begin with `stored` open where `served` stands in its place. */
export type OpenPictures = { readonly stored: string; readonly served: string };

/** What the dashboard knows of its deployment before it calls it, besides what all deployments share. */
export type PageFacts = {
  /** Where pictures open that the stored addresses do not lead to; undefined for the real stores. */
  readonly pictures: OpenPictures | undefined;
  readonly registration: "open" | "closed";
};

/** Returns the page with an element for each fact (`web/client/picture-address.ts`, `web/screens/login/registration.ts`). */
export function withFacts(page: StaticFile, facts: PageFacts): StaticFile {
  const elements = Object.entries(contentsOf(facts)).map(
    ([name, content]) => `<meta name="${name}" content="${content}" />`,
  );
  if (elements.length === 0) return page;
  const html = brotliDecompressSync(Buffer.from(page.br, "base64")).toString();
  return makeStaticFile("index.html", Buffer.from(html.replace("</head>", `${elements.join("")}</head>`)));
}

function contentsOf({ pictures, registration }: PageFacts): Readonly<Record<string, string>> {
  return {
    ...(pictures === undefined ? {} : { pictures: `${new URL(pictures.stored)} ${new URL(pictures.served)}` }),
    ...(registration === "open" ? {} : { registration }),
  };
}
