/** What the frameworks of npm's world have in common. */
import { findRunner } from './script.ts';
import type { TestRequest } from './framework.ts';
import type { RunnerCall } from './script.ts';

/** The call in the project's own test script, else the plain one. */
export function callOf({ call }: Pick<TestRequest, 'call'>, plain: string): RunnerCall {
  return call ?? findRunner(plain)!;
}

/** The program that has to be installed. One that is named by its path, or that npx may fetch, tells for itself when it is not there. */
export function programOf({ program, line, optionsAt }: RunnerCall): string[] {
  return program.includes('/') || /\b(npx|bunx|dlx|exec)\s/.test(line.slice(0, optionsAt)) ? [] : [program];
}
