/** What an owner may write or paste into the text of an announcement, and what a stranger would. */
const PIECES = [
  'You asked us to let you know. It’s open now.',
  'Two lines\nof one paragraph',
  'Apart\n\n\n\nby three empty lines',
  '## One thing, everywhere',
  '- Pick the thing\n- Give it **one** colour\n- Then leave it alone',
  '- one\n\n- two, after an empty line',
  '**Bold**, and **more\nof it**',
  '[Three bakeries](https://embreve.example/contact) asked. **It was never the red.**',
  '[A page of ours](/contact), [a case](/work/ribeira), [home](/)',
  '[Write](mailto:ines.vaz@casa.example?subject=Ol%C3%A1)',
  '[Port, query, part](https://casa.example:8443/a/b?c=d&e=%20f#g)',
  '[Encyclopaedia](https://en.example.org/wiki/Mercury_(planet))',
  '[Serviços](https://agência.example/serviços)',
  '**[bold link](https://casa.example)** and [**link in bold**](https://casa.example)',
  '## A [link](https://casa.example) and **bold** in a heading',
  '- [ ] to do\n- [x] done\n-not a point\n-- nor this\n  - nor this',
  '# Not ours\n### Nor this\n##Nor this\n## \n- ',
  '1. one\n2. two\n* three\n+ four\n> five\n---\n```\ncode\n```',
  '*a* _b_ __c__ ~~d~~ `e` ***f*** ** g ** **** **h',
  '![picture](https://casa.example/a.png) <img src=x onerror=alert(1)>',
  '| a | b |\n|---|---|\n| **c** | [d](https://casa.example) |',
  '[ref]: https://casa.example\n[ref][1] [empty]() [](https://casa.example) [a] (https://casa.example)',
  'A bare https://casa.example/?a=1&b="2" stays',
  '[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](java\nscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>) [x](vbscript:a) [x](file:///etc/passwd)',
  '[x](http://casa.example) [x](//casa.example) [x](casa.example) [x](ftp://casa.example)',
  '[x](https://bank.example@evil.example) [x](https://a:b@evil.example) [x](https://evil)',
  '[x](https://casa.example/"onmouseover="alert(1)) [x](https://casa.example/\'><script>)',
  '[x](https://casa.example/{{unsubscribeUrl}}) [{{dataUrl}}](https://casa.example) {{body}} {{?date}}a{{/date}}',
  '[\u202egpj.exe](https://casa.example/\u202egpj.exe) \u2066a\u2069 \u0000b\u0007',
  '[x](https://casa.example/\u200bhidden) [x](/contact/../../admin) [x](/nowhere) [x](/contact?do=erase)',
  '[x](mailto:a@b.example,c@d.example) [x](mailto:) [x](mailto:a@b.example%0Abcc:c@d.example)',
  '<script>alert(1)</script> </p></td></table><h1>x</h1> <!-- <style>*{}</style> ]]>',
  '&lt;b&gt; &amp; &#38; &nbsp; "quotes" \'single\' $& $1 $` \\1 \\[x\\](https://casa.example)',
  '[[x]](https://casa.example) [x](https://casa.example)) [a [b](https://casa.example) c](https://casa.example)',
  '**a [b** c](https://casa.example) [d **e](https://casa.example) f** **[g](javascript:h)**',
  '**over\n\ntwo paragraphs** [over\n\ntwo](https://casa.example)',
  '\r\n## Windows\r\n\r\n- a\r\n- b\r\n\u2028- c\u2029## d\u0085- e',
  '🍞 𝔟𝔯𝔢𝔞𝔡 مرحبا שלום 日本語 e\u0301 \ud83d a\u00adb \u2060',
  '– one\n— two\n• three\n− four',
];

/** Each alone, then pairs and threes of them, in an order that is always the same. */
export const LETTERS: readonly string[] = Array.from({ length: 200 }, (_, n) => {
  const round = Math.floor(n / PIECES.length);
  const at = (step: number) => PIECES[(n * step + round * (step - 1)) % PIECES.length] ?? '';
  if (n < PIECES.length) return at(1);
  return n % 3 === 0 ? `${at(7)}\n${at(11)}` : `${at(7)}\n\n${at(11)}${n % 3 === 1 ? ' ' : '\n\n'}${at(13)}`;
});
