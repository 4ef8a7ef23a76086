import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from '../../src/ui/agent/markdown.tsx';

const html = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text })).replace(/ class="[^"]*"/g, '');

it('shows markup that a model wrote as text', () => {
  expect(html('Hi <img src=x onerror="alert(1)"> there')).toBe('<div><p>Hi &lt;img src=x onerror=&quot;alert(1)&quot;&gt; there</p></div>');
  expect(html('<script>alert(1)</script>')).toBe('<div><p>&lt;script&gt;alert(1)&lt;/script&gt;</p></div>');
});

it('follows only addresses of the web, in a tab that cannot reach back', () => {
  expect(html('[a](https://example.org/x)')).toContain('<a href="https://example.org/x" target="_blank" rel="noopener noreferrer"');
  expect(html('[a](javascript:alert(1))')).toBe('<div><p>a</p></div>');
  expect(html('[a](data:text/html,x)')).toBe('<div><p>a</p></div>');
});

it('never loads a picture by itself', () => {
  expect(html('![secret](https://example.org/?q=data)')).not.toContain('<img');
});

it('keeps text that looks like an entity as it is meant', () => {
  expect(html('a < b && `c > d`')).toBe('<div><p>a &lt; b &amp;&amp; <code>c &gt; d</code></p></div>');
});

it('shows code, lists and tables', () => {
  expect(html('```js\nlet a;\n```')).toBe('<div><pre tabindex="0" aria-label="Code"><code>let a;</code></pre></div>');
  expect(html('- one\n- **two**')).toBe('<div><ul><li>one</li><li><strong>two</strong></li></ul></div>');
  expect(html('|a|\n|-|\n|1|')).toContain('<tr><td>1</td></tr>');
});
