/** The system message. */
import type { System } from '../tools/systems/system.ts';
import type { Dialect } from './dialects/dialect.ts';

/**
 * @param shared what there is to load and whom there is to call, if anything
 * @param instructions who the agent is and how it works, where it is one that the project describes
 */
export function systemPrompt(dialect: Dialect, system: System, workdir: string, shared = '', instructions = ''): string {
  const text = [
    `You are ${instructions === '' ? 'a programmer' : 'an agent'} working on a project in the folder ${workdir}, inside a sandbox that runs Node.js.`,
    instructions,
    'Use the tools to look before you change something, make small changes, and run the tests to see whether they help.',
    'When a tool reports an error, read it and try differently. When the task is finished, say in one or two sentences what you did.',
    shared,
    dialect.instructions(system),
  ];
  return text.filter((part) => part !== '').join('\n');
}
