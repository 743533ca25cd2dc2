import assert from "node:assert/strict";
import { withoutHandlers } from "./tagHandlers.ts";

describe("tags with handlers in diagrams", () => {
  it("become text, whatever stands before the handler and however the tag ends", () => {
    assert.deepEqual(
      [
        '<img src=x onerror="a()">',
        "<svg/onload=a()>",
        "<b title='x'onclick = a()>y</b>",
        "<img src=x onerror=a()",
        'A["<IMG SRC=x OnError=a()>"]-->B',
      ].map(withoutHandlers),
      [
        '‹img src=x onerror="a()">',
        "‹svg/onload=a()>",
        "‹b title='x'onclick = a()>y</b>",
        "‹img src=x onerror=a()",
        'A["‹IMG SRC=x OnError=a()>"]-->B',
      ],
    );
  });

  it("leave diagrams as they are", () => {
    const plain = [
      "A-->B",
      "A<-->B",
      "class C { <<interface>> }",
      "X<br/>Y",
      "on = 1 < two",
      "Animal <|-- Duck",
    ];
    assert.deepEqual(plain.map(withoutHandlers), plain);
  });
});
