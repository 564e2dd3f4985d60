import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Body } from "../../../client/operation-types.ts";
import { NOT_FOUND, type Problem } from "../../../client/problem.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { NoWebhooks } from "../../../features/webhooks/no-webhooks.tsx";
import type { Webhook } from "../../../features/webhooks/webhook.ts";

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
  if (isWithoutWebhooks(query)) return <NoWebhooks />;
  return (
    <QueryView query={query} isEmpty={({ data }) => isEmpty(data)} empty={empty}>
      {({ data }) => children(data)}
    </QueryView>
  );
}
