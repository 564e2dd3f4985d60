import type * as z from "zod";

import type { AppError } from "../errors.ts";
import type { Contract } from "./contract.ts";

/** How a parameter is written in the document: numbers as numbers, though they travel as text. */
type ParameterExample = string | number | readonly string[];

/** One request that an operation takes, what it answers, and refusals of its own besides those that all share. */
export type OperationExample = {
  readonly operation: string;
  readonly params: Readonly<Record<string, ParameterExample>>;
  readonly query: Readonly<Record<string, ParameterExample | undefined>>;
  readonly body: object | null;
  readonly success: Readonly<Record<number, object | null>>;
  readonly refusals: readonly AppError[];
};

type BodyOf<Schema> = Schema extends z.ZodObject ? z.input<Schema> : null;

type ExampleOf<C extends Contract> = {
  readonly params: Readonly<Record<keyof z.output<C["params"]>, ParameterExample>>;
  readonly query: Readonly<Partial<Record<keyof z.output<C["query"]>, ParameterExample>>>;
  readonly body: BodyOf<C["body"]>;
  readonly success: { readonly [Status in keyof C["success"]]: BodyOf<C["success"][Status]> };
  readonly refusals: readonly AppError[];
};

/** An example that does not compile when it is none of this contract. Parts that the contract has none of are left out. */
export function exampleOf<C extends Contract>(
  { operation }: C,
  example: Pick<ExampleOf<C>, "success"> & Partial<ExampleOf<C>>,
): OperationExample {
  return { operation, params: {}, query: {}, body: null, refusals: [], ...example };
}
