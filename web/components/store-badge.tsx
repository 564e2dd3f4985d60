import { type Platform, storeNames } from "../format/app-path.ts";
import { Badge } from "./badge.tsx";

export function StoreBadge({ platform }: { readonly platform: Platform }) {
  return <Badge>{storeNames[platform]}</Badge>;
}
