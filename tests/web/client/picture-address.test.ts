import { describe, expect, it } from "vitest";

import { readReplacement, withOpenPictures } from "../../../web/client/picture-address.ts";

const stored = "https://images.example/";
const served = "http://127.0.0.1:4711/__pictures/";

describe("addresses of pictures in responses", () => {
  it("become those under which the page's service shows them", () => {
    const text = JSON.stringify({ icon_url: `${stored}ios/icons/a/r0/512x512bb.png`, name: "images.example" });

    expect(JSON.parse(withOpenPictures(text, readReplacement(`${stored} ${served}`)))).toEqual({
      icon_url: `${served}ios/icons/a/r0/512x512bb.png`,
      name: "images.example",
    });
  });

  it.each(["", "{{pictures}}", stored, `${stored} nowhere`, `${stored} ${served} ${served}`, undefined])(
    "stay as they are where the page says %j",
    (content) => {
      expect(readReplacement(content)).toBeUndefined();
    },
  );
});
