/** case. */
import type { Case } from '../language/ast.ts';
import type { Runner } from './runner.ts';

export function runCase(runner: Runner, node: Case): number {
  const { shell } = runner;
  shell.line = node.line;
  const text = runner.expander.string(node.word);
  let through = false;
  let ran = false;
  for (const arm of node.arms) {
    if (!through && !arm.patterns.some((p) => runner.expander.matches(text, p))) continue;
    // Until then `$?` is that of the command before.
    ran = true;
    runner.block(arm.body);
    if (arm.end === ';;') return shell.status;
    through = arm.end === ';&';
  }
  return ran ? shell.status : (shell.status = 0);
}
