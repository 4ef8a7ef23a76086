/** case. */
import type { Case } from '../language/ast.ts';
import type { Runner } from './runner.ts';

export function runCase(runner: Runner, node: Case): number {
  const { shell } = runner;
  shell.line = node.line;
  const text = runner.expander.string(node.word);
  shell.status = 0;
  let through = false;
  for (const arm of node.arms) {
    if (!through && !arm.patterns.some((p) => runner.expander.matches(text, p))) continue;
    runner.block(arm.body);
    if (arm.end === ';;') return shell.status;
    through = arm.end === ';&';
  }
  return shell.status;
}
