import { brotliDecompressSync } from "node:zlib";

import { makeStaticFile } from "./make-static-file.ts";
import type { StaticFile } from "./static-file.ts";

/** Stored picture addresses begin with `stored`, which the page replaces by `served`. */
export type OpenPictures = { readonly stored: string; readonly served: string };

/** The facts about its deployment that the dashboard needs before its first call. */
export type PageFacts = {
  /** The addresses of simulated pictures; undefined for the real stores. */
  readonly pictures: OpenPictures | undefined;
  readonly registration: "open" | "closed";
  readonly email: "on" | "off";
  /** With `on`, assistants can be connected without a copied token. */
  readonly oauth: "on" | "off";
};

export function withFacts(page: StaticFile, facts: PageFacts): StaticFile {
  const elements = Object.entries(contentsOf(facts)).map(
    ([name, content]) => `<meta name="${name}" content="${content}" />`,
  );
  if (elements.length === 0) return page;
  const html = brotliDecompressSync(Buffer.from(page.br, "base64")).toString();
  return makeStaticFile("index.html", Buffer.from(html.replace("</head>", `${elements.join("")}</head>`)));
}

function contentsOf({ pictures, registration, email, oauth }: PageFacts): Readonly<Record<string, string>> {
  return {
    ...(pictures === undefined ? {} : { pictures: `${new URL(pictures.stored)} ${new URL(pictures.served)}` }),
    ...(registration === "open" ? {} : { registration }),
    ...(email === "off" ? {} : { email }),
    ...(oauth === "off" ? {} : { oauth }),
  };
}
