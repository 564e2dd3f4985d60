import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/text-link.tsx";

/** A service that sends no webhooks has none of their operations. */
export function NoWebhooks() {
  return (
    <EmptyState
      title="This service sends no webhooks"
      action={<ButtonLink href="/settings/feeds">Open the feeds</ButtonLink>}
    >
      Whoever operates it has turned them off. Feeds have the same events, and so has GET /changes for programs.
    </EmptyState>
  );
}
