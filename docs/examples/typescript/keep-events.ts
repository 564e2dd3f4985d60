/** A client keeps it on disk. An event that is saved again replaces itself, by its id. */
export type Archive = {
  readonly cursor: () => Promise<string | undefined>;
  readonly saveEvents: (events: readonly { readonly id: string }[]) => Promise<void>;
  readonly saveCursor: (cursor: string) => Promise<void>;
};

/** Sends a GET request with a token, as `fetch` does, and returns its response. */
export type Send = (path: string) => Promise<Response>;

/** A page of events, or a problem. */
type Body = {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean };
  readonly detail?: string;
  readonly from?: string;
};

/** Saves all events after the kept cursor. If it throws, it is called again later and continues. */
export async function keepEvents(send: Send, archive: Archive): Promise<void> {
  const cursor = await archive.cursor();
  let start = cursor === undefined ? "" : `&cursor=${cursor}`;
  for (;;) {
    const response = await send(`/api/v1/changes?limit=200${start}`);
    const body: Body = JSON.parse(await response.text());
    if (response.status === 410 && !start.startsWith("&from=")) {
      start = `&from=${body.from}`;
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
