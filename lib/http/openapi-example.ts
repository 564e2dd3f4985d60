import * as z from "zod";

const parameterSchema = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]);

const recordedResponse = z.strictObject({
  name: z.string(),
  status: z.int(),
  body: z.record(z.string(), z.unknown()).nullable(),
});

export const operationExampleSchema = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), parameterSchema),
  query: z.record(z.string(), parameterSchema),
  body: z.record(z.string(), z.unknown()).nullable(),
  responses: z.array(recordedResponse).readonly(),
});
export type OperationExample = z.infer<typeof operationExampleSchema>;

export const problemExampleSchema = z.looseObject({ type: z.string(), status: z.int(), detail: z.string() });
export type ProblemExample = z.infer<typeof problemExampleSchema>;

export function responsesOfStatus({ responses }: OperationExample, status: number) {
  return responses.filter((response) => response.status === status);
}
