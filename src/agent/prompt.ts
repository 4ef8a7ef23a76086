/** The system message. */
import type { System } from '../tools/systems/system.ts';
import type { Dialect } from './dialects/dialect.ts';

/** @param skills what there is to load, if anything */
export function systemPrompt(dialect: Dialect, system: System, workdir: string, skills = ''): string {
  const text = [
    `You are a programmer working on a project in the folder ${workdir}, inside a sandbox that runs Node.js.`,
    'Use the tools to look before you change something, make small changes, and run the tests to see whether they help.',
    'When a tool reports an error, read it and try differently. When the task is finished, say in one or two sentences what you did.',
    skills,
    dialect.instructions(system),
  ];
  return text.filter((part) => part !== '').join('\n');
}
