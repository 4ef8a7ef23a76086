/** TypeScript's compiler as a linter: it checks types and writes nothing. */
import { parseOutput } from '../build/output.ts';
import { tscOutput } from '../build/tsc-output.ts';
import { isSolution } from '../tsconfig.ts';
import type { LintAdapter } from './adapter.ts';

export const tsc: LintAdapter = {
  program: 'tsc',
  missing: 'Install it with npm: npm install -D typescript',
  plan({ program, facts, targets }) {
    // With file names tsc forgets the project's configuration (6 refuses), so it always sees the whole project.
    const args = isSolution(facts.texts['tsconfig.json']) ? ['-b', '--noEmit', '--pretty', 'false'] : ['--noEmit', '--pretty', 'false'];
    return { argv: [program, ...args], report: false, only_targets: targets !== undefined, found: (code) => code === 1 || code === 2 };
  },
  parse({ workdir, combined, exit_code }) {
    const violations = parseOutput(combined, workdir, [tscOutput]);
    return { violations, parse: violations.length > 0 || exit_code === 0 ? 'text' : 'none' };
  },
};
