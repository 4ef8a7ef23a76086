/** Files that are no UTF-8, beside native git; what is shown of them is compared as UTF-8. */
import { afterAll, it } from 'vitest';
import { files, gitCompare, write } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const lines = (first: string, last: string): Uint8Array => latin1(`caf${first}\n${'line\n'.repeat(12)}caf${last}\n`);

it('two changes of bytes beyond ASCII are two', () => git.compare('latin1', [
  ['init', '-q'], write('l.txt', lines('\xe9', '\xe9')), ['add', '.'], ['commit', '-q', '-m', 'first'], write('l.txt', lines('\xe8', '\xe9')), ['diff'], ['diff', '--stat'], ['diff', '--shortstat'],
  ['commit', '-q', '-am', 'upstream'], ['switch', '-q', '-c', 'mine', 'HEAD~1'], write('l.txt', lines('\xe9', '\xea')), ['commit', '-q', '-am', 'mine'], ['rebase', '-q', 'main'], files, ['log', '--format=%s'],
]));
