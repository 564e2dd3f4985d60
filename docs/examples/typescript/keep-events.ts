/** What a client keeps beyond its crashes. An event that is saved again replaces itself, by its id. */
export type Archive = {
  readonly cursor: () => Promise<string | undefined>;
  readonly saveEvents: (events: readonly { readonly id: string }[]) => Promise<void>;
  readonly saveCursor: (cursor: string) => Promise<void>;
};

/** Sends a GET request with a token, as `fetch` does, and returns its response. */
export type Send = (path: string) => Promise<Response>;

/** Saves all events after the kept cursor. If it throws, it is called again later and continues. */
export async function keepEvents(send: Send, archive: Archive): Promise<void> {
  const cursor = await archive.cursor();
  let start = cursor === undefined ? "" : `&cursor=${cursor}`;
  for (;;) {
    const response = await send(`/api/v1/changes?limit=200${start}`);
    const body = await response.json();
    if (response.status === 410 && !start.startsWith("&from=")) {
      start = `&from=${encodeURIComponent(body.from)}`;
      continue;
    }
    if (!response.ok) throw new Error(`${response.status} ${body.detail}`);
    // In this order, a crash between both repeats the page and loses nothing.
    await archive.saveEvents(body.data);
    await archive.saveCursor(body.meta.next_cursor);
    if (!body.meta.has_more) return;
    start = `&cursor=${body.meta.next_cursor}`;
  }
}
