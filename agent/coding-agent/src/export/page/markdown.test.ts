import assert from "node:assert/strict";
import { parsePage } from "../testing/pageDocument.ts";
import { drawIn } from "./dom.ts";
import { registerLanguages } from "./highlight.ts";
import { markdown } from "./markdown.ts";

function html(text: string): string {
  registerLanguages();
  const document = parsePage("<!doctype html><html><body></body></html>");
  const element = markdown(drawIn(document), text) as unknown as { innerHTML: string };
  return element.innerHTML;
}

describe("markdown of an exported page", () => {
  it("draws blocks and inline marks", () => {
    assert.equal(
      html("# A\n\nb **c** *d* ~~e~~ `f`"),
      "<h2>A</h2><p>b <strong>c</strong> <em>d</em> <del>e</del> <code>f</code></p>",
    );
    assert.equal(html("3. a\n4. b"), '<ol start="3"><li><span>a</span></li><li><span>b</span></li></ol>');
    assert.equal(html("> a\n\n---"), "<blockquote><p>a</p></blockquote><hr>");
    assert.match(
      html("|a|b|\n|-|-|\n|1|2|"),
      /<table><thead><tr><th>a<\/th><th>b<\/th><\/tr><\/thead><tbody><tr><td>1<\/td>/,
    );
  });

  it("shows markup as text", () => {
    assert.equal(html("a <b>c</b>"), "<p>a &lt;b&gt;c&lt;/b&gt;</p>");
    assert.equal(html("<script>alert(1)</script>"), "&lt;script&gt;alert(1)&lt;/script&gt;");
    assert.equal(html("&lt;i&gt; &amp;amp; &#60;"), "<p>&lt;i&gt; &amp;amp; &lt;</p>");
  });

  it("keeps links that are safe and shows the target of others", () => {
    assert.equal(
      html("[a](https://x/y)"),
      '<p><a rel="noopener noreferrer" target="_blank" href="https://x/y">a</a></p>',
    );
    assert.equal(
      html("[a](javascript:alert)"),
      '<p><span>a<span class="target"> (javascript:alert)</span></span></p>',
    );
  });

  it("loads no image from elsewhere", () => {
    assert.equal(
      html("![a](https://x/y.png)"),
      '<p><a rel="noopener noreferrer" target="_blank" href="https://x/y.png">a</a></p>',
    );
    assert.equal(
      html("![a](data:image/png;base64,aGk=)"),
      '<p><img alt="a" src="data:image/png;base64,aGk="></p>',
    );
  });

  it("colours code of known languages without changing it", () => {
    assert.equal(
      html('```js\nconst a = "<b>";\n```'),
      '<pre class="code"><code><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span>;</code></pre>',
    );
    assert.equal(html("```nonsense\na < b\n```"), '<pre class="code"><code>a &lt; b</code></pre>');
  });

  it("shows text whose nesting exhausts the stack as it is", () => {
    const deep = `${">".repeat(30_000)}a`;
    assert.equal(html(deep), deep.replaceAll(">", "&gt;"));
  });
});
