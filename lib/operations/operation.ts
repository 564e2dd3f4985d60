import type * as z from "zod";

import { withoutParameters } from "../describe-failure.ts";
import { describeIssue } from "../parse-input.ts";

export class OperationRejected extends Error {
  override readonly name = "OperationRejected";
}

type Rejection = { readonly rejected: string };

export function operation<Schema extends z.ZodType, Deps, Result>(
  schema: Schema,
  provide: () => Deps,
  run: (deps: Deps, input: z.output<Schema>) => Promise<Result>,
) {
  return async (event: unknown): Promise<Result | Rejection> => {
    const parsed = schema.safeParse(event, { error: describeFault });
    if (!parsed.success) return { rejected: parsed.error.issues.map(({ message }) => message).join(" ") };
    try {
      return await run(provide(), parsed.data);
    } catch (error) {
      if (error instanceof OperationRejected) return { rejected: error.message };
      throw withoutParameters(error);
    }
  };
}

function describeFault(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") return `The operation knows no field ${issue.keys.join(", ")}.`;
  return issue.path?.length ? describeIssue(issue) : "The event must be a JSON object.";
}
