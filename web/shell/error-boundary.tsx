import { Component, type ReactNode } from "react";

import { EmptyState } from "../components/empty-state.tsx";
import { LoadFailure } from "../components/load-file.ts";
import { LoadProblem, ReloadButton } from "./load-problem.tsx";

type Props = {
  readonly children: ReactNode;
  /** A change of it, as of the address, tries again. */
  readonly resetKey: string;
};

type State = { readonly error: unknown; readonly resetKey: string };

/** Shows what to do when a screen fails, or when a file of it does not come. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error("A screen has failed.") };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (resetKey === state.resetKey) return null;
    // A file that is gone stays gone until the page is loaded again; one that did not come may be another screen's.
    return state.error instanceof LoadFailure && state.error.fault === "replaced"
      ? { resetKey }
      : { resetKey, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof LoadFailure) return <LoadProblem fault={error.fault} />;
    return (
      <EmptyState title="This screen has failed" isAlert action={<ReloadButton />}>
        The error is in the dashboard, not in your data. Reload the page or choose another screen.
      </EmptyState>
    );
  }
}
