import { formatInstant, formatTimeAgo } from "../format/times.ts";
import { useNow } from "../hooks/use-now.ts";

export function TimeAgo({ at }: { readonly at: string | null }) {
  const nowMs = useNow();
  if (at === null) return "never";
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatTimeAgo(at, nowMs)}
    </time>
  );
}
