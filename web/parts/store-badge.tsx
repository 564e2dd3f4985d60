import { type Platform, storeNames } from "./app-path.ts";
import { Badge } from "./badge.tsx";

export function StoreBadge({ platform }: { readonly platform: Platform }) {
  return <Badge>{storeNames[platform]}</Badge>;
}
