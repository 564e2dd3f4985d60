/** Text of XML: escaped once, and not again. */
export type Xml = { readonly xml: string };

type Attributes = Readonly<Record<string, string>>;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** XML 1.0, 2.2: a document with any other character cannot be parsed, not even if it is escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function text(value: string): Xml {
  const allowed = value.toWellFormed().replace(forbidden, "\uFFFD");
  return { xml: allowed.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character) };
}

/** Names are literals of this code. Values and texts can be anything. */
export function element(name: string, attributes: Attributes, children: readonly Xml[] = []): Xml {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value).xml}"`);
  return { xml: `<${name}${named.join("")}>${children.map(({ xml }) => xml).join("")}</${name}>` };
}

export function textElement(name: string, value: string): Xml {
  return element(name, {}, [text(value)]);
}

export function documentOf({ xml }: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${xml}\n`;
}
