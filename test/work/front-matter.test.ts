import { expect, it } from 'vitest';
import { readFrontMatter } from '../../src/work/front-matter.ts';

it.each([
  ['plain', '---\nname: docx\ndescription: Word documents # and more\n---\nBody\n', { name: 'docx', description: 'Word documents' }, 'Body\n'],
  ['quoted', '---\nname: "a \\"b\\" 🐘"\ndescription: \'it\'\'s: so\'\n---\n', { name: 'a "b" 🐘', description: "it's: so" }, ''],
  ['folded', '---\ndescription: >-\n  One\n  line.\n\n  Two.\nname: x\n---\nB', { description: 'One line.\n\nTwo.', name: 'x' }, 'B'],
  ['literal', '---\ndescription: |\n  One\n    two\n---\n', { description: 'One\n  two' }, ''],
  ['continued', '---\ndescription: One\n  two\nname:\n---\n', { description: 'One two', name: '' }, ''],
  ['CRLF and BOM', '\ufeff---\r\nname: x\r\n---\r\nBody\r\n', { name: 'x' }, 'Body\r\n'],
  ['empty', '---\n---\nBody', {}, 'Body'],
  ['none', 'Body\n---\nname: x\n---\n', {}, 'Body\n---\nname: x\n---\n'],
  ['without an end', '---\nname: x\nBody', {}, '---\nname: x\nBody'],
  ['with what it does not understand', '---\nmetadata:\n  name: inner\nname: outer\n- list\n---\n', { metadata: 'name: inner', name: 'outer' }, ''],
  ['a name of the prototype\'s', '---\n__proto__: x\nconstructor: y\n---\n', { constructor: 'y' }, ''],
])('front matter: %s', (_what, text, fields, body) => {
  const read = readFrontMatter(text);
  expect({ ...read.fields }).toEqual(fields);
  expect(read.body).toBe(body);
});
