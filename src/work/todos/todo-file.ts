/** TODO.md: written from the list of tasks, and read back with whatever a person changed in it. */

export const todoStatuses = ['pending', 'in_progress', 'completed'] as const;
export type TodoStatus = (typeof todoStatuses)[number];

/** Field names as the document has them. */
export interface Todo {
  /** In imperative form: "Run tests". */
  content: string;
  /** In present continuous form: "Running tests". */
  activeForm: string;
  status: TodoStatus;
}

const headings: Record<TodoStatus, string> = { in_progress: 'In Progress', pending: 'Pending', completed: 'Completed' };

/** Headings that count as ours; under any other a person keeps notes. */
const sections: ReadonlyMap<string, TodoStatus> = new Map([
  ['in progress', 'in_progress'], ['doing', 'in_progress'], ['pending', 'pending'], ['todo', 'pending'], ['to do', 'pending'], ['open', 'pending'], ['completed', 'completed'], ['done', 'completed'],
]);

/** The file may be anybody's: more tasks, and longer lines, than anyone writes stay what they are, as notes. */
const MAX_TASKS = 2000;
const MAX_LINE = 5000;

/** @param notes what a person wrote besides the tasks; comes last, unchanged */
export function renderTodoFile(todos: readonly Todo[], notes = ''): string {
  const parts = (['in_progress', 'pending', 'completed'] as const).flatMap((status) => {
    const lines = todos.filter((todo) => todo.status === status).map((todo) => `- [${status === 'completed' ? 'x' : ' '}] ${labelOf(todo, status)}`);
    return lines.length === 0 ? [] : [[`## ${headings[status]}`, ...lines].join('\n')];
  });
  return `${['# TODO', ...parts, ...(notes === '' ? [] : [notes])].join('\n\n')}\n`;
}

/** A task's line without its box. */
function labelOf({ content, activeForm }: Todo, status: TodoStatus): string {
  const text = oneLine(content);
  // A task of a person's has one form only; parentheses at its end would be taken for the other.
  return status === 'completed' || (content === activeForm && !text.endsWith(')')) ? text : `${text} (${oneLine(activeForm)})`;
}

const oneLine = (text: string): string => text.split(/[\r\n]+/).map((part) => part.trim()).filter((part) => part !== '').join(' ');

interface FileItem {
  label: string;
  status: TodoStatus;
}

/** The tasks' lines, and everything else as notes. */
export function parseTodoFile(text: string): { items: FileItem[]; notes: string } {
  const items: FileItem[] = [];
  const notes: string[] = [];
  let section: TodoStatus | undefined;
  let foreign = false;
  let afterItem = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const heading = line.length > MAX_LINE ? null : /^(#{1,6})[ \t](.*)$/.exec(line);
    if (heading) {
      afterItem = false;
      const words = heading[2]!.trim().toLowerCase().replaceAll('_', ' ');
      section = sections.get(words.replace(/\(\d+\)$/, '').trim());
      const title = heading[1] === '#' && words === 'todo';
      foreign = section === undefined && !title;
      if (foreign) notes.push(line);
      if (title) section = undefined;
      continue;
    }
    const item = foreign || line.length > MAX_LINE || items.length === MAX_TASKS ? null : /^\s*[-*+]\s+\[([ xX])\]\s+(\S.*)$/.exec(line);
    if (item) {
      items.push({ label: item[2]!.trim(), status: item[1] !== ' ' ? 'completed' : section === 'in_progress' ? 'in_progress' : 'pending' });
      afterItem = true;
    } else if (afterItem && line.length <= MAX_LINE && /^\s{2,}\S/.test(line)) {
      items.at(-1)!.label += ` ${line.trim()}`;
    } else {
      afterItem = false;
      notes.push(line);
    }
  }
  return { items, notes: notes.join('\n').replace(/\n{3,}/g, '\n\n').trim() };
}

/** The tasks of a file that may have been changed by hand; `known` are those it was written from, whose wording and order stay. */
export function todosFromFile(text: string, known: readonly Todo[]): { todos: Todo[]; notes: string } {
  const { items, notes } = parseTodoFile(text);
  const free = known.map((todo, at) => ({ todo, at, open: labelOf(todo, 'pending'), done: labelOf(todo, 'completed'), content: oneLine(todo.content) }));
  const take = (fits: (one: (typeof free)[number]) => boolean): (typeof free)[number] | undefined => {
    const at = free.findIndex(fits);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const found: { todo: Todo; at: number }[] = [];
  // A line as it was written is that task; then, by its content alone, one that was reworded or moved to another section.
  const rest = items.flatMap((item, place) => {
    const same = take(({ open, done }) => open === item.label || (item.status === 'completed' && done === item.label));
    if (same) found.push({ todo: { ...same.todo, status: item.status }, at: same.at });
    return same ? [] : [{ item, place }];
  });
  for (const { item, place } of rest) {
    const read = split(item.label);
    const whole = take(({ done }) => done === item.label);
    const near = whole ?? take(({ content }) => content === read.content);
    const todo = near ? { ...near.todo, ...(whole || item.status === 'completed' ? {} : { activeForm: read.activeForm }), status: item.status }
      : item.status === 'completed' ? { content: item.label, activeForm: item.label, status: item.status } : { ...read, status: item.status };
    found.push({ todo, at: near?.at ?? known.length + place });
  }
  return { todos: found.sort((a, b) => a.at - b.at).map(({ todo }) => todo), notes };
}

/** `content (active form)`: the last group of parentheses that is balanced and ends the line. */
function split(label: string): { content: string; activeForm: string } {
  if (label.endsWith(')')) {
    let depth = 0;
    for (let at = label.length - 1; at > 0; at--) {
      if (label[at] === ')') depth++;
      else if (label[at] === '(' && --depth === 0) {
        const content = label.slice(0, at).trim();
        const activeForm = label.slice(at + 1, -1).trim();
        return content === '' || activeForm === '' ? { content: label, activeForm: label } : { content, activeForm };
      }
    }
  }
  return { content: label, activeForm: label };
}

export interface Merged {
  todos: Todo[];
  /** Contents of tasks that a person had added, moved to another status, or removed since the writer last looked. */
  added: string[];
  changed: string[];
  removed: string[];
}

/**
 * The new list, with what a person did in the file meanwhile: what they added stays, what they moved or removed stays so unless the new list says
 * something else about that very task than the writer last saw.
 */
export function mergeTodos(seen: readonly Todo[], inFile: readonly Todo[], wanted: readonly Todo[]): Merged {
  const result: Merged = { todos: [], added: [], changed: [], removed: [] };
  const by = (todos: readonly Todo[]): ((content: string) => Todo | undefined) => {
    const left = todos.map((todo) => ({ todo, key: oneLine(todo.content) }));
    return (content) => {
      const wanted = oneLine(content);
      const at = left.findIndex(({ key }) => key === wanted);
      return at < 0 ? undefined : left.splice(at, 1)[0]!.todo;
    };
  };
  const takeSeen = by(seen);
  const takeFile = by(inFile);
  for (const todo of wanted) {
    const before = takeSeen(todo.content);
    const now = takeFile(todo.content);
    const untouched = before !== undefined && before.status === todo.status;
    if (untouched && !now) result.removed.push(todo.content);
    else if (untouched && now && now.status !== before.status) {
      result.changed.push(todo.content);
      result.todos.push({ ...todo, status: now.status });
    } else result.todos.push(todo);
  }
  const takeNew = by([...seen, ...wanted]);
  for (const todo of inFile) {
    if (takeNew(todo.content)) continue;
    result.added.push(todo.content);
    result.todos.push(todo);
  }
  return result;
}
