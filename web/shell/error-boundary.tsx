import { Component, type ReactNode } from "react";

import { EmptyState } from "../components/empty-state.tsx";
import { LoadFailure } from "../components/lazy-component.tsx";
import { LoadProblem, ReloadButton } from "./load-problem.tsx";

type Props = {
  readonly children: ReactNode;
  /** A changed key tries again. */
  readonly resetKey: string;
};

type State = { readonly error: unknown; readonly resetKey: string };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error("A screen has failed.") };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (resetKey === state.resetKey) return null;
    // A replaced file stays missing until the page is reloaded. An unreachable file may belong to another screen.
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
