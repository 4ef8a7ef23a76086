/** The list of tasks in TODO.md; what is changed here is a change of that file by hand. */
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Todo, TodoStatus } from '../../../work/todos/todo-file.ts';
import { useWorkspace } from '../../context.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import css from '../work/work.module.css';
import own from './todos.module.css';

const groups: readonly { status: TodoStatus; label: string }[] = [
  { status: 'in_progress', label: 'In progress' }, { status: 'pending', label: 'Pending' }, { status: 'completed', label: 'Completed' },
];

export function Todos() {
  const { todos: store } = useWorkspace().work;
  const state = useStore(store.live);
  const [text, setText] = useState('');
  const { problem, attempt } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  /** The task that was changed here. It is drawn anew in the list of its status, and the focus goes with it; that of one that was removed goes to the field. */
  const changed = useRef<string>(undefined);
  useEffect(() => {
    if (changed.current === undefined || document.activeElement !== document.body) return;
    const select = [...document.querySelectorAll<HTMLSelectElement>('[data-todo]')].find(({ dataset }) => dataset.todo === changed.current);
    changed.current = undefined;
    (select ?? field.current)?.focus();
  }, [state]);
  /** The task as it was shown; one that was changed elsewhere in the meantime is left alone. */
  const change = (todo: Todo, next: Todo | undefined): void => {
    changed.current = todo.content;
    void attempt(() => store.edit((todos) => {
      const at = todos.findIndex((one) => one.content === todo.content && one.status === todo.status);
      return at < 0 ? todos : todos.flatMap((one, index) => (index !== at ? [one] : next ? [next] : []));
    }));
  };
  return (
    <>
      <form className={css.row} onSubmit={(event) => {
        event.preventDefault();
        const content = text.trim();
        if (content === '') return;
        void attempt(() => store.edit((todos) => [...todos, { content, activeForm: content, status: 'pending' }])).then((done) => { if (done) setText(''); });
      }}>
        <label className={css.grow}>New task<input ref={field} className={css.text} value={text} maxLength={2000} onChange={(event) => setText(event.target.value)} /></label>
        <Button look="primary" type="submit" disabled={text.trim() === ''}>Add</Button>
      </form>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {state && state.todos.length === 0 && <p className={css.empty}>{state.exists ? 'TODO.md holds no tasks.' : 'There is no TODO.md. Agents write their tasks there, and so can you.'}</p>}
      {groups.map(({ status, label }) => {
        const todos = (state?.todos ?? []).filter((todo) => todo.status === status);
        if (todos.length === 0) return null;
        return (
          <section key={status} aria-label={label}>
            <h2 className={css.heading}>{label}</h2>
            <ul className={css.list}>
              {todos.map((todo, at) => (
                // By its words: in the place of a task that went another one stands, and the next key would change that.
                <li key={`${todo.content} ${todos.slice(0, at).filter(({ content }) => content === todo.content).length}`} className={`${css.item} ${own.todo}`}>
                  <span className={`${own.words} ${status === 'completed' ? own.done : ''}`}>{todo.content}{status === 'in_progress' && todo.activeForm !== todo.content && <span className={css.meta}> · {todo.activeForm}</span>}</span>
                  <select className={`${css.select} ${own.status}`} aria-label={`Status of ${todo.content}`} data-todo={todo.content} value={todo.status} onChange={(event) => change(todo, { ...todo, status: event.target.value as TodoStatus })}>
                    {groups.map((group) => <option key={group.status} value={group.status}>{group.label}</option>)}
                  </select>
                  <IconButton label={`Remove ${todo.content}`} onClick={() => change(todo, undefined)}><Trash2 size={14} aria-hidden /></IconButton>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
