import { call } from "../../../client/call.ts";
import { pace } from "../../../client/pace.ts";
import { useWrite } from "../../../client/use-write.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { useToasts } from "../../../components/use-toasts.ts";
import type { Delivery } from "../../../features/webhooks/webhook.ts";
import { describeAttempt, nameOfType, statusNames, statusTones } from "./webhook-texts.ts";

/** The operation's maximum of `per_page`. */
const ROWS_A_PAGE = 50;

type DeliveryTableProps = {
  readonly webhookId: number;
  readonly deliveries: readonly Delivery[];
  readonly filter: { readonly status?: Delivery["status"] };
  readonly onOpen: (delivery: Delivery) => void;
};

export function DeliveryTable({ webhookId, deliveries, filter, onOpen }: DeliveryTableProps) {
  const toasts = useToasts();
  const redeliver = useWrite("redeliver", { refreshes: ["listDeliveries"] });
  const params = { webhook_id: webhookId };
  const sendAgain = ({ id }: Delivery) =>
    redeliver.mutate(
      { params: { ...params, delivery_id: id } },
      {
        onSuccess: () => toasts.show({ text: "The delivery will be sent again." }),
        onError: ({ detail }) => toasts.show({ text: detail, kind: "negative" }),
      },
    );
  return (
    <DataTable<Delivery>
      caption="Deliveries"
      columns={[
        ...columns,
        {
          key: "actions",
          name: "Actions",
          isNameHidden: true,
          align: "end",
          render: (delivery) => (
            <>
              <Button
                size="small"
                variant="quiet"
                label={`Details of delivery ${delivery.id}`}
                onPress={() => onOpen(delivery)}
              >
                Details
              </Button>
              <Button
                size="small"
                variant="quiet"
                label={`Redeliver delivery ${delivery.id}`}
                isPending={redeliver.isPending && redeliver.variables.params.delivery_id === delivery.id}
                onPress={() => sendAgain(delivery)}
              >
                Redeliver
              </Button>
            </>
          ),
        },
      ]}
      rows={deliveries}
      rowKey={({ id }) => id}
      readPage={(page, signal) =>
        pace.send(
          () => call("listDeliveries", { params, query: { ...filter, page, per_page: ROWS_A_PAGE } }, { signal }),
          signal,
        )
      }
    />
  );
}

const columns: readonly Column<Delivery>[] = [
  { key: "type", name: "What", render: (delivery) => <What delivery={delivery} />, csv: ({ type }) => type },
  {
    key: "status",
    name: "Status",
    render: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  { key: "attempts", name: "Attempts", align: "end", render: ({ attempts }) => attempts },
  { key: "response", name: "Last response", render: (delivery) => describeAttempt(delivery) ?? "–" },
  { key: "last", name: "Last attempt", render: ({ last_attempt_at: at }) => <TimeAgo at={at} /> },
  {
    key: "next",
    name: "Next attempt",
    render: ({ next_attempt_at: at }) => (at === null ? "–" : <TimeAgo at={at} />),
  },
  { key: "created", name: "Queued", render: ({ created_at }) => <TimeAgo at={created_at} /> },
];

/** Returns a link to the event. A test has none. */
function What({ delivery: { type, event_id: event } }: { readonly delivery: Delivery }) {
  if (event === null) return nameOfType(type);
  return (
    <TextLink href={`/changes/all?event=${event}`} isWhole>
      {nameOfType(type)}
    </TextLink>
  );
}
