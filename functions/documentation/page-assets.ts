import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import type { DocumentationPage } from "../../lib/http/documentation-page.ts";
import type { StaticFile } from "../../lib/http/static-file.ts";

/** The sources of the page. A bundle contains the value of `page` instead of this module. */
const sources = {
  page: new URL("./page/page.html", import.meta.url),
  document: new URL("../../docs/openapi.json", import.meta.url),
  /** Served under names that change with the content. */
  hashed: [
    import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
    import.meta.resolve("swagger-ui-dist/swagger-ui.css"),
    import.meta.resolve("swagger-ui-dist/favicon-32x32.png"),
    import.meta.resolve("./page/page.css"),
    import.meta.resolve("./page/page.js"),
  ].map((url) => new URL(url)),
  licence: new URL(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt")),
};

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

const BROTLI_QUALITY = 9;

export const page: DocumentationPage = makePage();

function makePage(): DocumentationPage {
  const hashed = sources.hashed.map((url) => {
    const content = readFileSync(url);
    const name = basename(url.pathname);
    const extension = extname(name);
    return { name, file: { ...toFile(extension, content), isHashed: true }, servedAs: hashedName(name, content) };
  });
  const template = hashed.reduce(
    (text, { name, servedAs }) => text.replaceAll(`{{${name}}}`, servedAs),
    readFileSync(sources.page, "utf8"),
  );
  const variant = (session: string) => toFile(".html", Buffer.from(template.replace("{{session}}", session)));

  return {
    signedOut: variant("none"),
    signedIn: variant("present"),
    assets: {
      "openapi.json": toFile(".json", readFileSync(sources.document)),
      // The Swagger UI bundle refers to it.
      [basename(sources.licence.pathname)]: toFile(".txt", readFileSync(sources.licence)),
      ...Object.fromEntries(hashed.map(({ servedAs, file }) => [servedAs, file])),
    },
  };
}

function toFile(extension: string, content: Buffer): StaticFile {
  const contentType = contentTypes[extension];
  if (contentType === undefined) throw new TypeError(`No content type is known for ${extension}.`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    contentType,
    isHashed: false,
    digest: digestOf(content),
    br: brotliCompressSync(content, { params }).toString("base64"),
    gzip: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).toString("base64"),
  };
}

function hashedName(name: string, content: Buffer): string {
  const extension = extname(name);
  return `${basename(name, extension)}.${digestOf(content)}${extension}`;
}

function digestOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}
