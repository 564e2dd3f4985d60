import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";

import { call } from "../../client/call.ts";
import type { Body, Data } from "../../client/operation-types.ts";
import { INVALID_INPUT, type Problem } from "../../client/problem.ts";
import { Button } from "../../components/button.tsx";
import { EntryPage } from "../../components/entry-page.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProblemState } from "../../components/problem-state.tsx";
import { ScreenLoading } from "../../components/screen-loading.tsx";
import { describePlace } from "../../format/redirect-place.ts";
import { ConsentForm } from "./consent-form.tsx";

/** A client has sent the user here, with its request in the query of the address. */
export function AuthorizeScreen() {
  const search = useSearch();
  const request = useQuery<Body<"startAuthorization">, Problem>({
    queryKey: ["startAuthorization", search],
    queryFn: ({ signal }) => call("startAuthorization", { body: { query: search.replace(/^\?/, "") } }, { signal }),
    // The service stores each request until its user decides, so it is not sent again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (request.error !== null) {
    return (
      <EntryPage title="Connect an assistant">
        {request.error.status === INVALID_INPUT ? (
          <Notice kind="negative">{request.error.detail}</Notice>
        ) : (
          <ProblemState problem={request.error} retry={request.refetch} isRetrying={request.isFetching} />
        )}
      </EntryPage>
    );
  }
  if (request.data === undefined) return <ScreenLoading />;
  const { consent, fault } = request.data.data;
  if (consent !== null) return <ConsentForm consent={consent} />;
  return fault !== null && <Fault {...fault} />;
}

type FaultProps = NonNullable<Data<"startAuthorization">["fault"]>;

/** The user must click to return. Anybody can create such an address, so it must not redirect by itself. */
function Fault({ description, place, redirect_to }: FaultProps) {
  return (
    <EntryPage title="Connect an assistant">
      <Notice kind="negative">The request of the assistant has a fault: {description}</Notice>
      <Button onPress={() => window.location.replace(redirect_to)}>Return to {describePlace(place)}</Button>
    </EntryPage>
  );
}
