import * as z from "zod";

/** How a parameter is written in the document: numbers as numbers, though they travel as text. */
const parameterSchema = z.union([z.string(), z.number(), z.array(z.string())]);

/** What an operation responded; `name` tells examples of one status apart. */
const recordedResponse = z.strictObject({
  name: z.string(),
  status: z.int(),
  body: z.record(z.string(), z.unknown()).nullable(),
});

/** One request that an operation takes, and what the service responded to it and to others of its kind. */
export const operationExampleSchema = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), parameterSchema),
  query: z.record(z.string(), parameterSchema),
  body: z.record(z.string(), z.unknown()).nullable(),
  responses: z.array(recordedResponse).readonly(),
});
export type OperationExample = z.infer<typeof operationExampleSchema>;

/** A problem as it is shown in the document. Its `type` ends with the code; one that nobody foresaw has none. */
export const problemExampleSchema = z.looseObject({ type: z.string(), status: z.int(), detail: z.string() });
export type ProblemExample = z.infer<typeof problemExampleSchema>;

export function responsesOfStatus({ responses }: OperationExample, status: number) {
  return responses.filter((response) => response.status === status);
}
