import type { Browser, CDPSession } from "playwright-core";

const RESPONSE_MS_MAX = 60_000;

type Cookie = { readonly name: string; readonly value: string };
type Params = Readonly<Record<string, unknown>>;
type Reply = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } };

type Evaluated<T> = {
  readonly result: { readonly value: T };
  readonly exceptionDetails?: { readonly text: string };
};

export type BarePage = {
  readonly send: (method: string, params?: Params) => Promise<unknown>;
  readonly evaluate: <T>(expression: string) => Promise<T>;
  readonly close: () => Promise<void>;
};

/**
 * Opens a page without Playwright's own session. That one observes a page's scripts and errors, for which the browser
 * parses each script twice, so that a page takes longer in it than on a reader's machine.
 */
export async function openBarePage(browser: Browser, url: string, cookies: readonly Cookie[]): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send("Target.createBrowserContext", { disposeOnDetach: true });
  const { targetId } = await root.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    ...{ width: 1280, height: 800 },
  });
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: false });
  const send = sender(root, sessionId);
  await send("Network.setCookies", { cookies: cookies.map(({ name, value }) => ({ name, value, url })) });
  return {
    send,
    evaluate: async <T>(expression: string) => {
      const reply = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      // The protocol returns the value of the expression, whose type its writer knows, or what it has thrown.
      const { result, exceptionDetails } = reply as Evaluated<T>;
      if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
      return result.value;
    },
    close: async () => {
      await root.send("Target.disposeBrowserContext", { browserContextId });
      await root.detach();
    },
  };
}

function sender(root: CDPSession, sessionId: string): BarePage["send"] {
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  root.on("Target.receivedMessageFromTarget", (event) => {
    // The protocol's replies have this shape.
    const reply = JSON.parse(event.message) as Reply;
    if (event.sessionId === sessionId && reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  return async (method, params = {}) => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} had no reply.`)), RESPONSE_MS_MAX);
      waiting.set(id, (reply) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(reply);
      });
    });
    await root.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
    const { error, result } = await replied;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
