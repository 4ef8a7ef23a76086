/** Actions as one JSON object in the answer's text, for models without tool calls. */
import { inputJsonSchema } from '../../tools/tool.ts';
import type { System } from '../../tools/systems/system.ts';
import { actionSchema, actionsInstructions, readActions } from './actions-envelope.ts';
import { atloopInstructions, decodeAtloop } from './atloop-envelope.ts';
import type { Decoded, Dialect } from './dialect.ts';
import { findEnvelope } from './find-envelope.ts';
import { reminderText } from './reminders.ts';

export const jsonDialect: Dialect = {
  name: 'json',
  instructions: (system) => [
    ...(system.envelope === 'atloop' ? atloopInstructions : actionsInstructions),
    'The actions and the JSON schema of their fields:',
    ...system.registry.advertised.map((tool) => `- ${tool.name}: ${tool.description} Fields: ${JSON.stringify(system.envelope === 'atloop' ? inputJsonSchema(tool) : actionSchema(tool))}`),
  ].join('\n'),
  requestTools: () => [],
  decode: (text, _calls, system, pending = []) => decodeEnvelope(text, system, pending),
  resultMessages: (results, system) => [{
    role: 'user',
    text: `Results of your actions:\n\n${results.map((result, index) => `action[${index}] ${result.called_as}: ${result.status}${result.ok ? '' : ' (not successful)'}\n${system.render(result)}${reminderText(result)}`).join('\n\n')}`,
  }],
};

/** What an answer asks for, in the system's own envelope. Nothing of an answer is executed whose actions are not all valid. */
export function decodeEnvelope(text: string, system: System, pending: Parameters<typeof decodeAtloop>[2] = []): Decoded {
  return system.envelope === 'atloop' ? decodeAtloop(text, system, pending) : findEnvelope(text, (value) => readActions(value, system));
}
