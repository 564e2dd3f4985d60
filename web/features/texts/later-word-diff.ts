import { lazyComponent } from "../../components/lazy-component.tsx";

/** Comparing words takes a library, so the code comes in a file of its own. */
export const LaterWordDiff = lazyComponent(async () => (await import("./word-diff.tsx")).WordDiff);
