import { Component, type ReactNode } from "react";

import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { LoadFailure } from "../parts/load-file.ts";

type Props = {
  readonly children: ReactNode;
  /** A change of it, as of the address, tries again. */
  readonly resetKey: string;
};

type State = { readonly error: unknown; readonly resetKey: string };

/** Shows what to do when a screen fails, or when a new release has replaced the files of this page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error("A screen has failed.") };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (resetKey === state.resetKey) return null;
    // A file that is gone stays gone until the page is loaded again.
    return state.error instanceof LoadFailure ? { resetKey } : { resetKey, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reload = (
      <Button variant="primary" onPress={() => window.location.reload()}>
        Reload
      </Button>
    );
    if (error instanceof LoadFailure) {
      return (
        <EmptyState title="There is a new version" isAlert action={reload}>
          This page was opened before it. Reload to go on where you are.
        </EmptyState>
      );
    }
    return (
      <EmptyState title="This screen has failed" isAlert action={reload}>
        The fault is in the dashboard, not in your data. Reload, or choose another screen.
      </EmptyState>
    );
  }
}
