import type { ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import type { ShownProblem } from "../format/describe-problem.ts";
import { EmptyState } from "./empty-state.tsx";
import { ProblemState } from "./problem-state.tsx";
import styles from "./query-view.module.css";
import { Skeleton, type SkeletonShape } from "./skeleton.tsx";
import { StaleNotice } from "./stale-notice.tsx";

export type ReadResult<Body> = {
  readonly data: Body | undefined;
  readonly error: ShownProblem | null;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  /** Milliseconds since 1970, or 0 if nothing was read. Several reads shown as one leave it out. */
  readonly dataUpdatedAt?: number;
  readonly refetch: () => Promise<unknown>;
};

export type QueryViewProps<Body> = {
  readonly query: ReadResult<Body>;
  readonly isEmpty?: ((body: Body) => boolean) | undefined;
  readonly empty?: ReactNode;
  readonly loading?: string | undefined;
  /** The shape of what is loaded, by default that of a table. */
  readonly shape?: SkeletonShape | undefined;
  readonly children: (body: Body) => ReactNode;
};

export function QueryView<Body>(props: QueryViewProps<Body>) {
  const { query } = props;
  if (query.data === undefined) {
    if (query.error !== null)
      return <ProblemState problem={query.error} retry={query.refetch} isRetrying={query.isFetching} />;
    return <Skeleton text={props.loading ?? "Loading…"} shape={props.shape} />;
  }
  const isEmpty = props.isEmpty?.(query.data) ?? false;
  return (
    <div className={styles.view}>
      {query.error !== null && (
        <StaleNotice
          problem={query.error}
          retry={query.refetch}
          isRetrying={query.isFetching}
          readAtMs={query.dataUpdatedAt}
        />
      )}
      <div
        className={classNames(styles.content, query.isPlaceholderData && styles.outdated)}
        aria-busy={query.isPlaceholderData || undefined}
      >
        {isEmpty ? (props.empty ?? <EmptyState title="Nothing here yet" />) : props.children(query.data)}
      </div>
    </div>
  );
}
