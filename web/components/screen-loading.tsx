import { Skeleton } from "./skeleton.tsx";

/** Stands for a screen or a tab whose code is being loaded. */
export function ScreenLoading() {
  return <Skeleton text="Loading…" />;
}
