import { describeProblem, type ShownProblem } from "../format/describe-problem.ts";
import { formatQuantity } from "../format/numbers.ts";
import { useRetryCountdown } from "../hooks/use-retry-countdown.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ButtonLink } from "./text-link.tsx";

type ProblemStateProps = {
  readonly problem: ShownProblem;
  readonly retry: () => Promise<unknown>;
  readonly isRetrying: boolean;
};

export function ProblemState({ problem, retry, isRetrying }: ProblemStateProps) {
  const { title, advice, retrySeconds } = describeProblem(problem);
  const left = useRetryCountdown({ seconds: retrySeconds, isRetrying, retry: () => void retry() });
  return (
    <EmptyState
      title={title}
      isAlert
      action={
        problem.status === 404 ? (
          <ButtonLink href="/">Go to the home screen</ButtonLink>
        ) : (
          <Button isPending={isRetrying} onPress={() => void retry()}>
            Retry
          </Button>
        )
      }
    >
      <p>{problem.detail}</p>
      <p>{advice}</p>
      {left !== undefined && <p aria-live="off">Next attempt in {formatQuantity(left, "second")}.</p>}
    </EmptyState>
  );
}
