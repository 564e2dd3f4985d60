import { INVALID_INPUT, type Problem } from "../../client/problem.ts";
import styles from "./settings.module.css";

type FormProblemProps = {
  readonly problem: Problem | null;
  /** Fields that show their own messages. */
  readonly fields: readonly string[];
};

/** Why a form was not saved, unless its fields say so. */
export function FormProblem({ problem, fields }: FormProblemProps) {
  if (problem === null) return null;
  const isShown = problem.status === INVALID_INPUT && fields.some((field) => problem.errors[field] !== undefined);
  return (
    <p role="alert" className={styles.problem}>
      {isShown ? "Nothing was saved: see the fields above." : problem.detail}
    </p>
  );
}
