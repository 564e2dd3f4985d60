import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

import type { Problem } from "./problem.ts";

type FormOptions<Values, Input, Result> = {
  readonly inputOf: (values: Values) => Input;
  readonly onSuccess: (result: Result, set: (patch: Partial<Values>) => void) => void;
};

/** Returns the state of a form. Fields have the names of the service's problems, which are shown beside them. */
export function useForm<Values extends object, Input, Result>(
  operation: UseMutationResult<Result, Problem, Input>,
  fields: Values,
  { inputOf, onSuccess }: FormOptions<Values, Input, Result>,
) {
  const [values, setValues] = useState(fields);
  const { mutate, error: problem, isPending } = operation;
  const set = (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch }));
  return {
    values,
    problem,
    isPending,
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
      error: problem?.errors[name]?.[0],
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!isPending) mutate(inputOf(values), { onSuccess: (result) => onSuccess(result, set) });
    },
    reset: () => {
      operation.reset();
      setValues(fields);
    },
  };
}

export type Form = Pick<ReturnType<typeof useForm>, "values" | "problem" | "isPending" | "onSubmit">;
