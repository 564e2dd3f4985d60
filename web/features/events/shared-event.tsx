import { NOT_FOUND } from "../../client/problem.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { type AppMark, EventEntry } from "./event-entry.tsx";
import { useEvent } from "./use-event.ts";

type SharedEventProps = {
  readonly id: string;
  readonly marks: readonly AppMark[] | null;
  readonly onClose: () => void;
};

/** An event that the address names and the shown page does not have. */
export function SharedEvent({ id, marks, onClose }: SharedEventProps) {
  const query = useEvent(id, 1);
  const close = <Button onPress={onClose}>Close</Button>;
  return (
    <Panel title="Event" actions={close}>
      {query.data === undefined && query.error?.status === NOT_FOUND ? (
        <EmptyState title="There is no such event">
          It is older than the events that are kept, or you follow neither its app nor another one of its publisher.
        </EmptyState>
      ) : (
        <QueryView query={query} loading="Loading the event…">
          {({ meta }) => <EventEntry event={meta.event} isOpen onOpen={onClose} marks={marks} />}
        </QueryView>
      )}
    </Panel>
  );
}
