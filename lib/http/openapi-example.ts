import * as z from "zod";

/** A parameter in the document. Numbers are shown as numbers, although they are sent as text. */
const parameterSchema = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]);

/** A response of an operation; `name` distinguishes examples of the same status. */
const recordedResponse = z.strictObject({
  name: z.string(),
  status: z.int(),
  body: z.record(z.string(), z.unknown()).nullable(),
});

/** A valid request to an operation, and recorded responses to it and to similar requests. */
export const operationExampleSchema = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), parameterSchema),
  query: z.record(z.string(), parameterSchema),
  body: z.record(z.string(), z.unknown()).nullable(),
  responses: z.array(recordedResponse).readonly(),
});
export type OperationExample = z.infer<typeof operationExampleSchema>;

/** A problem in the document. Its `type` ends with the error code, except for unexpected errors. */
export const problemExampleSchema = z.looseObject({ type: z.string(), status: z.int(), detail: z.string() });
export type ProblemExample = z.infer<typeof problemExampleSchema>;

export function responsesOfStatus({ responses }: OperationExample, status: number) {
  return responses.filter((response) => response.status === status);
}
