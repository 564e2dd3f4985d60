import type * as z from "zod";

import type { PageLinks, PageMeta } from "../../lib/http/success-response.ts";
import type { Contracts } from "../generated/contracts.ts";

export type OperationName = keyof Contracts;

export type ReadName = { [O in OperationName]: Contracts[O]["method"] extends "GET" ? O : never }[OperationName];
export type WriteName = Exclude<OperationName, ReadName>;

type QueryValue<Value> = unknown extends Value
  ? readonly string[] | undefined
  : Value extends string
    ? string extends Value
      ? string | number
      : Value
    : Value;

type Query<Schema extends z.ZodType> = {
  readonly [K in keyof z.input<Schema>]: QueryValue<z.input<Schema>[K]> | undefined;
};

type Params<Schema extends z.ZodObject> = { readonly [K in keyof z.input<Schema>]: string | number };

/** The part is absent if the schema has no fields, and optional if no field is required. */
type Part<Name extends string, Schema extends z.ZodObject, Value> = keyof Schema["shape"] extends never
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value };

type Parts<C extends Contracts[OperationName]> = Part<"params", C["params"], Params<C["params"]>> &
  Part<"query", C["query"], Query<C["query"]>> &
  Part<"body", C["body"], z.input<C["body"]>>;

export type Input<O extends OperationName> = Parts<Contracts[O]>;

export type AnyInput = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

type BodyOf<S> = S extends { readonly page: () => infer Item extends z.ZodType }
  ? { readonly data: readonly z.output<Item>[]; readonly meta: PageMeta & MetaOf<S>; readonly links: PageLinks }
  : S extends { readonly data: () => infer Data extends z.ZodType }
    ? { readonly data: z.output<Data> } & (S extends { readonly meta: unknown }
        ? { readonly meta: MetaOf<S> }
        : unknown)
    : undefined;

type MetaOf<S> = S extends { readonly meta: () => infer Meta extends z.ZodType } ? z.output<Meta> : unknown;

export type Body<O extends OperationName> = BodyOf<Contracts[O]["success"]>;

export type Data<O extends OperationName> = Body<O> extends { readonly data: infer D } ? D : never;
