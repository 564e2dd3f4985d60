import { type Exchange, type Outcome, type Responder, sendBytes, sendResponse } from "./responder.ts";
import { mapLeaves, mapObjects, rewriteJson } from "./rewrite-json.ts";
import { noting, type ShownValues } from "./shown-values.ts";

/** A placeholder in a text for bytes that are not valid UTF-8. */
const STAND_IN = "\u{e000}";
const NOT_UTF8 = Buffer.from([0xff, 0xc3, 0x28]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const LONG_TEXT_CHARACTERS = 20_000;
/** This limits the response to 400 kB. */
const LONG_TEXTS_MAX = 20;

const hostileKeys: object = JSON.parse(
  '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
);

export const spoiltResponses = {
  truncated_json({ response, reply }) {
    const { headers, body } = reply();
    return sendResponse(response, { status: 200, headers, body: body.slice(0, Math.floor(body.length / 2)) });
  },
  invalid_utf8(exchange) {
    const { status, headers, body } = changedResponse(exchange, ({ texts }) => inMiddle(texts, STAND_IN));
    const parts = body.split(STAND_IN).flatMap((part) => [NOT_UTF8, Buffer.from(part)]);
    return sendBytes(exchange.response, { status, headers }, Buffer.concat(parts.slice(1)));
  },
  byte_order_mark({ response, reply }) {
    const { body, ...head } = reply();
    return sendBytes(response, head, Buffer.concat([BYTE_ORDER_MARK, Buffer.from(body)]));
  },
  wrong_types: changing(({ numbers, names }) => (leaf) => {
    if (names.has(leaf)) return { text: leaf };
    return numbers.has(leaf) ? `about ${leaf}` : leaf;
  }),
  null_names: changing(({ names }) => replacing(names, () => null)),
  negative_numbers: changing(({ numbers }) =>
    replacing(numbers, (leaf) => (typeof leaf === "number" ? -leaf : `-${leaf}`)),
  ),
  not_a_number: changing(({ numbers }) => replacing(numbers, () => "NaN")),
  nul_characters: changing(({ texts }) => inMiddle(texts, "\0")),
  lone_surrogates: changing(({ texts }) => inMiddle(texts, "\ud83d")),
  long_texts: changing(({ texts }) => {
    let left = LONG_TEXTS_MAX;
    return replacing(texts, (leaf) => {
      left -= 1;
      return left < 0 ? leaf : String(leaf).padEnd(LONG_TEXT_CHARACTERS, " more");
    });
  }),
  proto_keys({ response, reply }) {
    const { body, ...head } = reply();
    const hostile = rewriteJson(body, (data) => mapObjects(data, (object) => ({ ...object, ...hostileKeys })));
    return sendResponse(response, { ...head, body: hostile });
  },
} satisfies Readonly<Record<string, Responder>>;

type LeafChange = (shown: ShownValues) => (leaf: unknown) => unknown;

function changing(change: LeafChange): (exchange: Exchange) => Outcome {
  return (exchange) => sendResponse(exchange.response, changedResponse(exchange, change));
}

function changedResponse({ query, reply }: Exchange, change: LeafChange) {
  const shown: ShownValues = { names: new Set(), texts: new Set(), numbers: new Set() };
  const { body, ...head } = reply({ catalogue: noting(query.catalogue, shown) });
  const changeLeaf = change(shown);
  return { ...head, body: rewriteJson(body, (data) => mapLeaves(data, changeLeaf)) };
}

function replacing(values: ReadonlySet<unknown>, make: (leaf: unknown) => unknown): (leaf: unknown) => unknown {
  return (leaf) => (values.has(leaf) ? make(leaf) : leaf);
}

function inMiddle(texts: ReadonlySet<unknown>, inserted: string): (leaf: unknown) => unknown {
  return replacing(texts, (leaf) => {
    const text = String(leaf);
    const middle = Math.ceil(text.length / 2);
    return `${text.slice(0, middle)}${inserted}${text.slice(middle)}`;
  });
}
