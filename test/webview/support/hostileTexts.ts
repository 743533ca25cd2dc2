const escape = "\u001B";

/** Texts that try to become more than text. */
export const hostileTexts: readonly { name: string; text: string }[] = [
  {
    name: "script elements",
    text: "<script>alert(1)</script><SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
  },
  {
    name: "event handlers",
    text: '<img src=x onerror="alert(1)"><svg/onload=alert(1)><body onload=alert(1)><details open ontoggle=alert(1)>',
  },
  {
    name: "frames and objects",
    text: '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><object data="https://evil.example"></object><embed src=x>',
  },
  {
    name: "HTML in Markdown constructs",
    text: "> <img src=x onerror=alert(1)>\n\n- <b onmouseover=alert(1)>x</b>\n\n| <script>alert(1)</script> | b |\n|---|---|\n| <a href=javascript:alert(1)>x</a> | y |",
  },
  {
    name: "links that run",
    text: "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java\tscript:alert(1)) [d](data:text/html,<script>alert(1)</script>) [e](vbscript:x) [f](&#106;avascript:alert(1))",
  },
  {
    name: "links to commands and files",
    text: "[a](command:workbench.action.terminal.new) [b](vscode://x/y) [c](file:///etc/passwd) [d](command%3Ax) [e](//evil.example/x) [f](\\\\evil\\share)",
  },
  {
    name: "automatic and reference links",
    text: "<javascript:alert(1)> <command:quit> [x][1] [y][2]\n\n[1]: javascript:alert(1)\n[2]: command:quit",
  },
  {
    name: "remote images",
    text: '![a](https://evil.example/pixel.png) ![b](//evil.example/p) ![c](data:image/svg+xml,<svg onload=alert(1)>) <img src="https://evil.example/q.png"> ![d](javascript:alert(1))',
  },
  {
    name: "attributes by titles",
    text: '[a](https://e.com "x\\" onmouseover=\\"alert(1)") ![a](https://e.com/i.png "\\" onerror=\\"alert(1)")',
  },
  {
    name: "styles",
    text: '<style>*{background:url(https://evil.example/css)}</style><link rel=stylesheet href=https://evil.example/x.css><p style="background:url(https://evil.example)">x',
  },
  {
    name: "forms and bases",
    text: '<form action="https://evil.example"><input type=submit formaction="javascript:alert(1)"></form><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
  },
  {
    name: "mutation XSS",
    text: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">\n\n<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  },
  {
    name: "code blocks with names that break out",
    text: '```"><script>alert(1)</script>\nx\n```\n\n```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```',
  },
  {
    name: "diagrams with script and links",
    text: '```mermaid\ngraph TD;\nA["<img src=x onerror=alert(1)>"]-->B;\nclick A "javascript:alert(1)"\nclick B call alert(1)\n```\n\n```mermaid\n%%{init: {"securityLevel":"loose","htmlLabels":true}}%%\ngraph TD; A-->B["<script>alert(1)</script>"]\n```',
  },
  {
    name: "formulas with commands",
    text: "$\\href{javascript:alert(1)}{x}$ $$\\url{javascript:alert(1)} \\includegraphics{https://evil.example/x.png} \\htmlData{onclick=alert(1)}{x}$$ $\\def\\a{\\a\\a}\\a$",
  },
  {
    name: "terminal controls",
    text: `${escape}]8;;javascript:alert(1)${escape}\\link${escape}]8;;${escape}\\ ${escape}[31;1mred${escape}[0m ${escape}]0;title\u0007 ${escape}[2J ${escape}P1$r${escape}\\ \u0007\u0000\u0008`,
  },
  { name: "bidi controls", text: "git push \u202Eecrof--\u202C \u2066x\u2069 \u200Fy\u200E rm -rf \u202D/" },
  { name: "attachments that pretend", text: 'x\n<file name="a"><img src=x onerror=alert(1)>">\n</file>' },
  { name: "prototype names", text: "__proto__ constructor toString [x](__proto__) `constructor`" },
  {
    name: "very long words and deep nesting",
    text: `${"a".repeat(20_000)}\n\n${"> ".repeat(200)}x\n\n${"[".repeat(2000)}\n\n${"*".repeat(2000)}`,
  },
];
