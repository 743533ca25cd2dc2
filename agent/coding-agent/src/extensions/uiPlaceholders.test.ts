import assert from "node:assert/strict";
import { Container, Text } from "./tui/components.ts";
import { withUiPlaceholders } from "./uiPlaceholders.ts";

describe("components of a screen that Relay does not have", () => {
  const host = withUiPlaceholders({ Text, answer: 42 });

  it("are empty containers that one can inherit from and change", () => {
    const Footer = host.FooterComponent as typeof Container;
    class Own extends Footer {}
    assert.deepEqual(new Own().render(10), []);
    Footer.prototype.render = () => ["changed"];
    assert.deepEqual(new Own().render(10), ["changed"]);
    assert.deepEqual(new Container().render(10), []);
    assert.equal(host.FooterComponent, Footer);
    assert.equal(Footer.name, "FooterComponent");
  });

  it("leave what there is as it is", () => {
    assert.equal(host.Text, Text);
    assert.deepEqual({ ...host }, { Text, answer: 42 });
  });

  it("are not there for other names, nor for who asks whether they are", () => {
    assert.deepEqual([host.allocateImageId, host.Slider], [undefined, undefined]);
    assert.ok(!("FooterComponent" in host));
  });
});
