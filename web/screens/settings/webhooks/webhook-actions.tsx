import { useState } from "react";
import { useLocation } from "wouter";

import type { Problem } from "../../../client/problem.ts";
import { useWrite } from "../../../client/use-write.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useToasts } from "../../../components/use-toasts.ts";
import { readsWithWebhooks, type Webhook } from "../../../features/webhooks/webhook.ts";
import { isChat } from "../../../features/webhooks/webhook-formats.ts";
import { dashboardHref } from "../../../format/dashboard-path.ts";
import { ChangedWebhookForm } from "./webhook-form.tsx";

type WebhookActionsProps = { readonly webhook: Webhook; readonly onSecret: (secret: string) => void };

type Question = "disable" | "rotate" | "delete";

const questions: Readonly<Record<Question, { readonly title: string; readonly confirm: string; text: string }>> = {
  disable: {
    title: "Disable the webhook?",
    confirm: "Disable",
    text: "Its pending deliveries are cancelled, and events are not sent until you enable it.",
  },
  rotate: {
    title: "Rotate the secret?",
    confirm: "Rotate",
    text: "You get a new secret. For 24 hours, deliveries are signed with both, so that you can replace the earlier one.",
  },
  delete: {
    title: "Delete the webhook?",
    confirm: "Delete",
    text: "Its deliveries are deleted, too. They cannot be restored.",
  },
};

/** Shows the actions that concern a webhook as a whole. */
export function WebhookActions({ webhook, onSecret }: WebhookActionsProps) {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const [isChanged, setChanged] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const test = useWrite("testWebhook", { refreshes: ["listDeliveries"] });
  const update = useWrite("updateWebhook", { refreshes: readsWithWebhooks });
  const rotate = useWrite("rotateSecret", {
    refreshes: ["listWebhooks"],
    // The secret is shown once, also if the dialog was closed meanwhile.
    onSuccess: ({ data }) => {
      setAsked((now) => (now === "rotate" ? undefined : now));
      onSecret(data.secret);
    },
  });
  const remove = useWrite("deleteWebhook", {
    refreshes: ["listWebhooks"],
    // A list without the webhook takes these actions away.
    onSuccess: () => navigate(dashboardHref("/settings/webhooks")),
  });
  const params = { webhook_id: webhook.id };
  const showProblem = ({ detail }: Problem) => toasts.show({ text: detail, kind: "negative" });
  const writes = { disable: update, rotate, delete: remove };
  const close = () => {
    setAsked(undefined);
    for (const write of Object.values(writes)) write.reset();
  };
  const confirm = (question: Question) => {
    if (question === "disable") update.mutate({ params, body: { status: "disabled" } }, { onSuccess: close });
    else if (question === "delete") remove.mutate({ params });
    else rotate.mutate({ params });
  };
  const sendTest = () =>
    test.mutate({ params }, { onSuccess: () => toasts.show({ text: "A test will be sent." }), onError: showProblem });
  const enable = () => update.mutate({ params, body: { status: "enabled" } }, { onError: showProblem });
  const question = asked && questions[asked];
  const write = asked && writes[asked];
  return (
    <>
      <Button variant="primary" isPending={test.isPending} onPress={sendTest}>
        Send a test
      </Button>
      <Button onPress={() => setChanged(true)}>Change</Button>
      {webhook.status === "enabled" ? (
        <Button onPress={() => setAsked("disable")}>Disable</Button>
      ) : (
        <Button isPending={update.isPending} onPress={enable}>
          Enable
        </Button>
      )}
      {!isChat(webhook) && <Button onPress={() => setAsked("rotate")}>Rotate the secret</Button>}
      <Button variant="danger" onPress={() => setAsked("delete")}>
        Delete
      </Button>
      <Dialog title="Change the webhook" isOpen={isChanged} onClose={() => setChanged(false)}>
        <ChangedWebhookForm webhook={webhook} onSaved={() => setChanged(false)} />
      </Dialog>
      <ConfirmDialog
        title={question?.title ?? ""}
        isOpen={asked !== undefined}
        onClose={close}
        confirm={question?.confirm ?? ""}
        onConfirm={() => {
          if (asked !== undefined) confirm(asked);
        }}
        isDangerous={asked === "delete"}
        isPending={write?.isPending}
      >
        <p>{question?.text}</p>
        {write !== undefined && write.error !== null && <Notice kind="negative">{write.error.detail}</Notice>}
      </ConfirmDialog>
    </>
  );
}
