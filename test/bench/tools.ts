/** What a tool call costs beside the work itself: name, schema, envelope and the tool's own code in the page, apart from the tool host's share. */
import { openTools } from '../support/tools-browser.ts';
import { figureRow, median, type Row, under } from './rows.ts';
import { fileToolRows } from './tools-files.ts';

const ROUNDS = 30;

const calls: [name: string, args: unknown][] = [
  ['read_file', { path: 'bench/a.txt' }], ['write_file', { path: 'bench/b.txt', content: 'line\n'.repeat(200) }], ['edit_file', { path: 'bench/a.txt', old_string: 'first', new_string: 'first!' }],
  ['ls', { path: 'bench' }], ['glob', { pattern: 'bench/*.txt' }], ['search', { query: 'line', path: 'bench' }], ['run_command', { command: 'true' }], ['git', { operation: 'status' }], ['todo_read', {}], ['fly', {}],
];

/** One line per kind of tool: the median call's own share, the slowest one's, and the median of the whole call. */
export async function toolRows(): Promise<Row[]> {
  const tools = await openTools();
  try {
    await tools.files({ 'bench/a.txt': `first\n${'line\n'.repeat(200)}` });
    await tools.terminal('git', ['init', '-q']);
    const rows: Row[] = [];
    for (const [name, args] of calls) {
      await tools.page.evaluate(([n, a]) => window.toolsPage.overhead(n, a, 3), [name, args] as const);
      const { own, whole } = await tools.page.evaluate(([n, a, rounds]) => window.toolsPage.overhead(n, a, rounds), [name, args, ROUNDS] as const);
      rows.push(figureRow(`${name}: its own share of a call`, `${median(own).toFixed(2)} ms, slowest ${Math.max(...own).toFixed(2)} ms, of ${median(whole).toFixed(1)} ms`, under(median(own), 5, 'ms')));
    }
    return [...rows, ...await fileToolRows(tools)];
  } finally {
    await tools.close();
  }
}
