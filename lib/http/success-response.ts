import * as z from "zod";

import type { PageOf } from "../domain/page.ts";
import { lazy } from "../runtime/lazy.ts";
import { type Contract, fullPath, type Success } from "./contract.ts";
import { omitParameters } from "./request-input.ts";

export type Document = { readonly contentType: string; readonly body: string };

export type Result =
  | { readonly data: unknown; readonly meta?: unknown; readonly isSettled?: boolean }
  | { readonly document: Document }
  | { readonly page: PageOf<unknown>; readonly meta?: Readonly<Record<string, unknown>> }
  | { readonly cookie?: string };

export type SuccessResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: string[];
  readonly body?: string;
};

const pageMeta = lazy(() =>
  z
    .object({
      current_page: z.int(),
      last_page: z.int(),
      per_page: z.int(),
      total: z.int(),
      from: z.int().nullable(),
      to: z.int().nullable(),
    })
    .meta({ id: "PageMeta" }),
);
export type PageMeta = z.output<ReturnType<typeof pageMeta>>;

const pageLinks = lazy(() =>
  z.object({ first: z.string(), last: z.string(), prev: z.string().nullable(), next: z.string().nullable() }).meta({
    id: "PageLinks",
    description:
      "Links keep all other query parameters. In a list paged by key, `next` has `after_id`, so that no row " +
      "appears twice.",
  }),
);
export type PageLinks = z.output<ReturnType<typeof pageLinks>>;

export function bodySchema(success: Success): z.ZodObject | null {
  if ("page" in success) {
    const meta = success.meta === undefined ? pageMeta() : pageMeta().extend(success.meta().shape);
    return z.object({ data: z.array(success.page()), meta, links: pageLinks() });
  }
  if ("meta" in success) return z.object({ data: success.data(), meta: success.meta() });
  return "data" in success ? z.object({ data: success.data() }) : null;
}

export function successResponse(input: {
  readonly contract: Contract;
  readonly schema: z.ZodObject | null;
  readonly result: Result;
  readonly params: Readonly<Record<string, unknown>>;
  readonly rawQueryString: string;
}): SuccessResponse {
  const { contract, schema, result } = input;
  const { status: statusCode } = contract.success;
  if ("document" in result) {
    const { contentType, body } = result.document;
    return { statusCode, headers: { "content-type": contentType }, body };
  }
  if (schema === null) return { statusCode, headers: {}, ...cookiesOf(result) };
  const body = "page" in result ? presentPage(result.page, result.meta, input) : result;
  return {
    statusCode,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(schema.parse(body)),
  };
}

function cookiesOf(result: Result): Pick<SuccessResponse, "cookies"> {
  return "cookie" in result && result.cookie !== undefined ? { cookies: [result.cookie] } : {};
}

function presentPage(
  { items, page, perPage, total, lastPage, from, to, lastId }: PageOf<unknown>,
  meta: Readonly<Record<string, unknown>> | undefined,
  {
    contract,
    params,
    rawQueryString,
  }: Pick<Parameters<typeof successResponse>[0], "contract" | "params" | "rawQueryString">,
) {
  const path = fullPath(contract).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const kept = omitParameters(rawQueryString, "page", "after_id");
  const query = kept === "" ? "" : `${kept}&`;
  const link = (target: number) => `${path}?${query}page=${target}`;
  const next = () => {
    if (lastId === undefined) return page < lastPage ? link(page + 1) : null;
    return lastId === null ? null : `${link(page + 1)}&after_id=${lastId}`;
  };
  return {
    data: items,
    meta: { ...meta, current_page: page, last_page: lastPage, per_page: perPage, total, from, to },
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: next(),
    },
  };
}
