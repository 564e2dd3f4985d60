import { usePathname } from "wouter/use-browser-location";
import { flag, text } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { storeNames } from "../../format/app-path.ts";
import { publisherOfPath } from "./publisher-of-path.ts";
import { StoreApps } from "./store-apps.tsx";
import { TrackedApps } from "./tracked-apps.tsx";

export function PublisherScreen() {
  const params = publisherOfPath(usePathname());
  const [{ store: isStoreShown, country }, set] = useQueryState({ store: flag(), country: text("us") });
  const publisher = useRead("showPublisher", { params });
  const storeName = storeNames[params.platform];
  const known = publisher.data?.data.publisher;
  return (
    <Screen
      title={known?.name ?? "Publisher"}
      lead={storeName}
      actions={known?.url && <ButtonLink href={known.url}>Open in {storeName}</ButtonLink>}
    >
      <QueryView query={publisher} loading="Loading the publisher…">
        {({ data }) => (
          <>
            <Panel title="Apps that you track">
              {data.apps.length === 0 ? (
                <EmptyState title="You do not track any of its apps">Choose some below.</EmptyState>
              ) : (
                <TrackedApps apps={data.apps} />
              )}
            </Panel>
            <Panel title="All apps in the store">
              {isStoreShown ? (
                <StoreApps params={params} country={country} onCountry={(next) => set({ country: next })} />
              ) : (
                <EmptyState
                  title="Read from the store"
                  action={
                    <Button variant="primary" onPress={() => set({ store: true })}>
                      Show all apps
                    </Button>
                  }
                >
                  The list is fetched from the store, which takes a few seconds.
                </EmptyState>
              )}
            </Panel>
          </>
        )}
      </QueryView>
    </Screen>
  );
}
