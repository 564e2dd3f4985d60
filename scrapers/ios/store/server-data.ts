import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";

/** Returns the data that a web page contains for its own scripts. Its wrapping has changed before. */
export function serverData(html: string): unknown {
  const marker = html.indexOf('id="serialized-server-data"');
  const start = html.indexOf(">", marker) + 1;
  const end = html.indexOf("</script>", start);
  if (marker < 0 || start === 0 || end < 0) return undefined;

  try {
    const json: unknown = JSON.parse(html.slice(start, end));
    const wrapped = z.object({ data: z.tuple([wrappedData()], z.unknown()) }).safeParse(json);
    if (wrapped.success) return wrapped.data.data[0].data;
    const bare = z.tuple([wrappedData()], z.unknown()).safeParse(json);
    return bare.success ? bare.data[0].data : undefined;
  } catch {
    return undefined;
  }
}

const wrappedData = lazy(() => z.object({ data: z.unknown() }));
