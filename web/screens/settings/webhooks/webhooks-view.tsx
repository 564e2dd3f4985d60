import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Body } from "../../../client/operation-types.ts";
import { NOT_FOUND, type Problem } from "../../../client/problem.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { ButtonLink } from "../../../components/text-link.tsx";
import type { Webhook } from "./webhook.ts";

type WebhooksQuery = UseQueryResult<Body<"listWebhooks">, Problem>;

type WebhooksViewProps = {
  readonly query: WebhooksQuery;
  readonly isEmpty: (webhooks: readonly Webhook[]) => boolean;
  readonly empty: ReactNode;
  readonly children: (webhooks: readonly Webhook[]) => ReactNode;
};

/** A service that sends no webhooks has no operation that lists them. */
export function isWithoutWebhooks({ data, error }: Pick<WebhooksQuery, "data" | "error">): boolean {
  return data === undefined && error?.status === NOT_FOUND;
}

export function WebhooksView({ query, isEmpty, empty, children }: WebhooksViewProps) {
  if (isWithoutWebhooks(query)) {
    return (
      <EmptyState
        title="This service sends no webhooks"
        action={<ButtonLink href="/settings/feeds">Open the feeds</ButtonLink>}
      >
        Whoever operates it has turned them off. Feeds have the same events, and so has GET /changes for programs.
      </EmptyState>
    );
  }
  return (
    <QueryView query={query} isEmpty={({ data }) => isEmpty(data)} empty={empty}>
      {({ data }) => children(data)}
    </QueryView>
  );
}
