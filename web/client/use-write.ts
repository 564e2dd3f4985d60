import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "./call.ts";
import type { Body, Input, ReadName, WriteName } from "./operation-types.ts";
import type { Problem } from "./problem.ts";

export type WriteOptions<O extends WriteName> = {
  readonly refreshes?: readonly ReadName[];
  readonly onSuccess?: (body: Body<O>, input: Input<O>) => void;
};

/** Returns a mutation. A failed write is never repeated automatically. */
export function useWrite<O extends WriteName>(
  operation: O,
  { refreshes = [], onSuccess }: WriteOptions<O> = {},
): UseMutationResult<Body<O>, Problem, Input<O>> {
  const client = useQueryClient();
  return useMutation<Body<O>, Problem, Input<O>>({
    mutationFn: (input) => call(operation, input),
    onSuccess: async (body, input) => {
      onSuccess?.(body, input);
      await Promise.all(refreshes.map((read) => client.invalidateQueries({ queryKey: [read] })));
    },
  });
}
