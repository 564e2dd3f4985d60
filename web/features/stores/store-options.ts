import { storeNames } from "../../format/app-path.ts";

/** For a field that chooses a store or both. */
export const storeOptions = [
  { id: "", name: "Both stores" },
  { id: "ios", name: storeNames.ios },
  { id: "android", name: storeNames.android },
] as const;
