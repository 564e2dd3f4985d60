import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/text-link.tsx";

export type Start = {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly action: string;
};

type NoEventsProps = {
  readonly hasApps: boolean;
  readonly isFiltered: boolean;
  readonly onReset: () => void;
  /** A user who follows no apps sees this. */
  readonly start: Start;
};

export function NoEvents({ hasApps, isFiltered, onReset, start }: NoEventsProps) {
  if (!hasApps)
    return (
      <EmptyState title={start.title} action={<ButtonLink href={start.href}>{start.action}</ButtonLink>}>
        {start.text}
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState title="No change matches" action={<Button onPress={onReset}>Clear the filters</Button>}>
        No changes of this kind were found in this period.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing has changed yet">
      Each sync compares the stores’ data with the previous data. The first changes appear after the second sync.
    </EmptyState>
  );
}
