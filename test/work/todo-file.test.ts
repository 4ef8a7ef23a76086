import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTodos, parseTodoFile, renderTodoFile, todosFromFile, todoStatuses, type Todo } from '../../src/work/todos/todo-file.ts';
import { createTodoStore } from '../../src/work/todos/todos.ts';
import { SOAK } from '../support/sample.ts';
import { testWork } from './stores.ts';

const todo = (content: string, status: Todo['status'] = 'pending', activeForm = `Doing ${content}`): Todo => ({ content, activeForm, status });

describe('TODO.md', () => {
  it('whoever waits for its turn can be stopped, and lets nobody else in before', async () => {
    let reading = 0;
    let go = (): void => undefined;
    const files = { readText: () => new Promise<undefined>((done) => { reading++; go = () => done(undefined); }), writeText: async () => undefined };
    const store = createTodoStore(testWork().base, files);
    const first = store.read();
    const stop = new AbortController();
    const second = store.read(stop.signal);
    const third = store.read();
    await expect.poll(() => reading).toBe(1);
    stop.abort();
    await expect(second).rejects.toThrow();
    expect(reading).toBe(1);
    go();
    await first;
    await expect.poll(() => reading).toBe(2);
    go();
    expect(await third).toEqual({ exists: false, todos: [] });
  });

  it('comes back from the file alone as it was, but for the second form of what is done', () => {
    const todos = [todo('A (b (c))', 'in_progress', 'Doing (x) y'), todo('B', 'pending'), todo('C', 'completed')];
    expect(todosFromFile(renderTodoFile(todos), []).todos).toEqual([todos[0], todos[1], { ...todos[2], activeForm: 'C' }]);
  });

  it('comes back whole, whatever the words are, when what it was written from is known', () => {
    const words = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[a-c() :\n\r[\]x#-]{1,12}$/)).filter((text) => text.trim() !== '');
    const any = fc.array(fc.record({ content: words, activeForm: words, status: fc.constantFrom(...todoStatuses) }), { maxLength: 8 });
    fc.assert(fc.property(any, (todos) => {
      const found = todosFromFile(renderTodoFile(todos), todos).todos;
      // The same tasks with the same states; two that are written alike may stand for each other.
      expect(found.map(({ content, status }) => [content.replace(/\s+/g, ' ').trim(), status]).sort()).toEqual(todos.map(({ content, status }) => [content.replace(/\s+/g, ' ').trim(), status]).sort());
    }), { numRuns: SOAK ? 20_000 : 500 });
  });

  it('reads what people write: other marks, headings, indented lines, and keeps their notes', () => {
    const text = '# TODO\n\nIntro.\n\n## Doing\n* [ ] one\n  goes on\n\n## To do (2)\n+ [X] two\n1. no task\n\n## Later\n- [ ] a wish\n### Deeper\ntext\n';
    expect(parseTodoFile(text)).toEqual({
      items: [{ label: 'one goes on', status: 'in_progress' }, { label: 'two', status: 'completed' }],
      notes: 'Intro.\n\n1. no task\n\n## Later\n- [ ] a wish\n### Deeper\ntext',
    });
    // Written again, the notes come back unchanged.
    const { todos, notes } = todosFromFile(text, []);
    expect(parseTodoFile(renderTodoFile(todos, notes)).notes).toBe(notes);
  });

  it('takes a hostile file for what it is, at once', () => {
    const spaces = ' '.repeat(300_000);
    const text = `# TODO\n## constructor\n- [ ] note\n## Pending\n# ${spaces}x\n## Pending\n- [ ] ${spaces}x\n${'- [ ] t\n'.repeat(2100)}`;
    const started = performance.now();
    const { items, notes } = parseTodoFile(text);
    expect(items).toHaveLength(2000);
    expect(notes.split('\n').slice(0, 2)).toEqual(['## constructor', '- [ ] note']);
    expect(notes.match(/^- \[ \] t$/gm)).toHaveLength(100);
    expect(todosFromFile(text, []).todos).toHaveLength(2000);
    // Trying every way to divide the blanks would take hours.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('a task that was unticked by hand is pending, one in another section has its status', () => {
    const todos = [todo('A', 'completed'), todo('B', 'pending')];
    const edited = renderTodoFile(todos).replace('- [x] A', '- [ ] A').replace('## Pending', '## In Progress');
    expect(todosFromFile(edited, todos).todos).toEqual([todo('A', 'pending', 'A'), todo('B', 'in_progress')].map((one, at) => (at === 0 ? { ...one, activeForm: 'Doing A' } : one)));
  });

  it('merges what was done by hand with what is wanted, task by task', () => {
    const seen = [todo('kept'), todo('ticked'), todo('removed'), todo('both')];
    const inFile = [todo('kept'), todo('ticked', 'completed'), todo('both', 'completed'), todo('added')];
    const wanted = [todo('kept', 'in_progress'), todo('ticked'), todo('removed'), todo('both', 'in_progress'), todo('new')];
    expect(mergeTodos(seen, inFile, wanted)).toEqual({
      todos: [todo('kept', 'in_progress'), todo('ticked', 'completed'), todo('both', 'in_progress'), todo('new'), todo('added')], added: ['added'], changed: ['ticked'], removed: ['removed'],
    });
  });

  it('what a person does on the page counts as done by hand', async () => {
    const { todos, files } = testWork();
    await todos.write([todo('A', 'in_progress'), todo('B')]);
    await todos.edit((list) => [...list.filter(({ content }) => content !== 'B'), { content: 'Mine', activeForm: 'Mine', status: 'pending' }]);
    expect(files.get('TODO.md')).toBe('# TODO\n\n## In Progress\n- [ ] A (Doing A)\n\n## Pending\n- [ ] Mine\n');
    expect(await todos.write([todo('A', 'completed'), todo('B')])).toMatchObject({ todos: [todo('A', 'completed'), { content: 'Mine' }], added: ['Mine'], removed: ['B'] });
    // Read once, it is the agent's to drop.
    await todos.read();
    expect((await todos.write([])).todos).toEqual([]);
    files.delete('TODO.md');
    expect(await todos.read()).toEqual({ exists: false, todos: [] });
  });
});
