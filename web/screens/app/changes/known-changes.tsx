import type { Change } from "./change-groups.ts";
import { ChangeTimeline } from "./change-timeline.tsx";

/** The newest changes of an app that the user does not track, of which no list has all. */
export function KnownChanges({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <>
      <p>The newest changes of this app. Track it to list all of them, and to find them on your home screen.</p>
      <ChangeTimeline changes={changes} />
    </>
  );
}
