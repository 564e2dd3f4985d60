import { EmptyState } from "../../../components/empty-state.tsx";

type MissingListingProps = {
  readonly at: string | undefined;
  /** It is true if any sync of the app has completed. */
  readonly isRead: boolean;
};

export function MissingListing({ at, isRead }: MissingListingProps) {
  if (at !== undefined) {
    return (
      <EmptyState title="Not known on this day">
        No listing was read by the end of this day. Choose a later day or another language.
      </EmptyState>
    );
  }
  if (!isRead) {
    return <EmptyState title="Not read yet">Listings appear here after the app’s first sync.</EmptyState>;
  }
  return (
    <EmptyState title="Not in this language">
      In this country, the store shows the app in another language. Choose a language above.
    </EmptyState>
  );
}
