import { expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

it.each(["/views", "/notes", "/tags"])(
  "[OWN-8 ERR-4] %s needs a token, and the ability to write for all but GET",
  async (path) => {
    const { db, api } = await setUp();
    const [reader, writer] = [await createCaller(db, ["read"]), await createCaller(db, ["write"])];
    const one = `${path}/1`;
    const requests = [
      ["GET", path],
      ["POST", path],
      ["PATCH", one],
      ["DELETE", one],
    ] as const;
    const statusesFor = (token?: string) =>
      Promise.all(
        requests.map(
          async ([method, to]) => (await api.request({ method, path: to, body: {}, ...(token && { token }) })).status,
        ),
      );

    expect(await statusesFor()).toEqual([401, 401, 401, 401]);
    expect(await statusesFor(reader.token)).toEqual([200, 403, 403, 403]);
    expect((await statusesFor(writer.token)).slice(0, 2)).toEqual([403, 422]);
  },
);
