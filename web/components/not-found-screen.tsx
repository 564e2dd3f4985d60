import { EmptyState } from "./empty-state.tsx";
import { Screen } from "./screen.tsx";
import { ButtonLink } from "./text-link.tsx";

export function NotFoundScreen() {
  return (
    <Screen title="Page not found">
      <EmptyState title="There is nothing at this address" action={<ButtonLink href="/">Today</ButtonLink>}>
        The address may be mistyped, or it may belong to an older version of the dashboard.
      </EmptyState>
    </Screen>
  );
}
