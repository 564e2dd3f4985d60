import { describeProblem, type ShownProblem } from "../format/describe-problem.ts";
import { formatQuantity } from "../format/numbers.ts";
import { formatClock } from "../format/times.ts";
import { useRetryCountdown } from "../hooks/use-retry-countdown.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type StaleNoticeProps = {
  readonly problem: ShownProblem;
  readonly retry: () => Promise<unknown>;
  readonly isRetrying: boolean;
  readonly readAtMs?: number | undefined;
};

export function StaleNotice({ problem, retry, isRetrying, readAtMs }: StaleNoticeProps) {
  const { title, retrySeconds } = describeProblem(problem);
  const left = useRetryCountdown({ seconds: retrySeconds, isRetrying, retry: () => void retry() });
  return (
    <Notice
      kind="warning"
      action={
        <Button size="small" isPending={isRetrying} onPress={() => void retry()}>
          Retry
        </Button>
      }
    >
      Not up to date: {title.toLowerCase()}. {problem.detail}
      {readAtMs !== undefined && readAtMs > 0 && ` This data was loaded at ${formatClock(readAtMs)}.`}
      {left !== undefined && <span aria-live="off"> Next attempt in {formatQuantity(left, "second")}.</span>}
    </Notice>
  );
}
