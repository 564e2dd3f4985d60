import { CodeBlock } from "../../../components/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { KeyValues } from "../../../components/key-values.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import type { Delivery } from "../../../features/webhooks/webhook.ts";
import styles from "../settings.module.css";
import { describeAttempt, nameOfType, statusNames, whyCancelled } from "./webhook-texts.ts";

type DeliveryDialogProps = { readonly delivery: Delivery | undefined; readonly onClose: () => void };

/** Shows the body that was sent and the response of the receiver. */
export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  return (
    <Dialog
      title={delivery === undefined ? "Delivery" : `Delivery ${delivery.id}: ${nameOfType(delivery.type)}`}
      isOpen={delivery !== undefined}
      onClose={onClose}
      size="wide"
    >
      {delivery !== undefined && <Details delivery={delivery} />}
    </Dialog>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const { status, attempts, last_attempt_at, next_attempt_at, event_id, payload, response_excerpt } = delivery;
  return (
    <>
      <KeyValues
        items={[
          { name: "Status", value: [statusNames[status], whyCancelled(delivery)].filter(Boolean).join(": ") },
          { name: "Attempts", value: attempts },
          { name: "Last attempt", value: <TimeAgo at={last_attempt_at} /> },
          { name: "Last response", value: describeAttempt(delivery) ?? "–" },
          ...(next_attempt_at === null ? [] : [{ name: "Next attempt", value: <TimeAgo at={next_attempt_at} /> }]),
          ...(event_id === null ? [] : [{ name: "Event", value: event_id }]),
        ]}
      />
      <Sent title="What was sent" text={payload} none="Nothing yet. The body is written for the first attempt." />
      <Sent title="The beginning of the response" text={response_excerpt} none="There was no text in a response." />
    </>
  );
}

type SentProps = { readonly title: string; readonly text: string | null; readonly none: string };

function Sent({ title, text, none }: SentProps) {
  return (
    <section className={styles.choices}>
      <h3 className={styles.legend}>{title}</h3>
      {text === null || text === "" ? <p className={styles.note}>{none}</p> : <CodeBlock>{text}</CodeBlock>}
    </section>
  );
}
