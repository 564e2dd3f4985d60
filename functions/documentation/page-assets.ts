import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";

import type { DocumentationPage } from "../../lib/http/documentation-page.ts";
import { digestOf, makeHashedFile, makeStaticFile } from "../../lib/http/make-static-file.ts";

/** Vitest, which also loads this module, does not have `import.meta.resolve`. */
const require = createRequire(import.meta.url);

const sources = {
  page: new URL("./page/page.html", import.meta.url),
  document: new URL("../../docs/openapi.json", import.meta.url),
  hashed: [
    pathToFileURL(require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
    pathToFileURL(require.resolve("swagger-ui-dist/swagger-ui.css")),
    pathToFileURL(require.resolve("swagger-ui-dist/favicon-32x32.png")),
    new URL("./page/page.css", import.meta.url),
    new URL("./page/page.js", import.meta.url),
  ],
  licence: pathToFileURL(require.resolve("swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt")),
};

export const page: DocumentationPage = makePage();

export const inputs: readonly string[] = [
  "docs/openapi.json",
  "functions/documentation/page/page.css",
  "functions/documentation/page/page.html",
  "functions/documentation/page/page.js",
];

function makePage(): DocumentationPage {
  const hashed = sources.hashed.map((url) => {
    const content = readFileSync(url);
    const name = basename(url.pathname);
    return { name, file: makeHashedFile(name, content), servedAs: hashedName(name, content) };
  });
  const html = hashed.reduce(
    (text, { name, servedAs }) => text.replaceAll(`{{${name}}}`, servedAs),
    readFileSync(sources.page, "utf8"),
  );

  return {
    page: makeStaticFile("page.html", Buffer.from(html)),
    assets: {
      "openapi.json": makeStaticFile("openapi.json", readFileSync(sources.document)),
      // The Swagger UI bundle refers to it.
      [basename(sources.licence.pathname)]: makeStaticFile("licence.txt", readFileSync(sources.licence)),
      ...Object.fromEntries(hashed.map(({ servedAs, file }) => [servedAs, file])),
    },
  };
}

function hashedName(name: string, content: Buffer): string {
  const extension = extname(name);
  return `${basename(name, extension)}.${digestOf(content)}${extension}`;
}
