/** Assignments. */
import type { Assignment } from '../language/ast.ts';
import type { Expander } from '../expand/expand.ts';
import type { Shell } from './shell.ts';

export function assign(runner: { shell: Shell; expander: Expander }, a: Assignment, options: { exported?: boolean; integer?: boolean } = {}): void {
  const { shell, expander } = runner;
  const { vars } = shell;
  if (a.items) assignList(runner, a);
  else {
    const text = expander.string(a.value ?? [], 'assignment');
    const key = a.index === undefined ? null : expander.key(a.name, expander.string(a.index, 'none'));
    assignText(runner, a.name, key, text, a.append, options.integer);
  }
  if (options.exported || shell.has('allexport')) vars.declare(a.name, { exported: true });
}

/** Gives a variable a text that was expanded already. */
export function assignText(runner: { shell: Shell; expander: Expander }, name: string, key: string | null, text: string, append: boolean, integer = false): void {
  const { shell, expander } = runner;
  const { vars } = shell;
  const variable = vars.find(name);
  const numeric = integer || variable?.integer === true;
  let value = numeric ? String(expander.arith(text)) : text;
  if (append) {
    const old = key === null ? vars.get(name) : variable?.list?.get(key);
    value = numeric ? String(BigInt(value) + BigInt(old || '0')) : (old ?? '') + value;
  }
  if (name === 'SECONDS' && key === null) shell.secondsBase = Number(value) - Math.floor((Date.now() - shell.startedMs) / 1000);
  if (name === 'RANDOM' && key === null) shell.random = Number(value) || 0;
  if (key === null) vars.set(name, value);
  else vars.setElement(name, key, value);
}

function assignList(runner: { shell: Shell; expander: Expander }, a: Assignment): void {
  const { shell, expander } = runner;
  const assoc = shell.vars.find(a.name)?.assoc ?? false;
  const values = new Map<string, string>(a.append ? shell.vars.keys(a.name).map((k, i) => [k, shell.vars.values(a.name)[i]!]) : []);
  let next = Math.max(-1, ...[...values.keys()].map(Number).filter((n) => !Number.isNaN(n))) + 1;
  for (const item of a.items!) {
    if (item.key) {
      const text = expander.string(item.key, 'none');
      const key = assoc ? text : String(expander.arith(text));
      values.set(key, expander.string(item.value));
      if (!assoc) next = Number(key) + 1;
    } else for (const value of expander.words([item.value])) values.set(String(next++), value);
  }
  shell.vars.setList(a.name, values, assoc);
}
