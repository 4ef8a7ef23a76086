/** The provider's own tool calls. */
import { AppError } from '../../shared/errors.ts';
import { inputJsonSchema } from '../../tools/tool.ts';
import { reminderText } from './reminders.ts';
import { parseStrictJson } from './strict-json.ts';
import type { Dialect, PlannedCall } from './dialect.ts';
import type { ModelToolCall } from '../messages.ts';

export const nativeDialect: Dialect = {
  name: 'native',
  instructions: () => '',
  requestTools: ({ registry }) => registry.advertised.map((tool) => ({ name: tool.name, description: tool.description, parameters: inputJsonSchema(tool) })),
  decode: (_text, calls) => ({ kind: 'calls', calls: calls.map(planned) }),
  resultMessages: (results, system) => results.map((result) => ({
    role: 'tool', call_id: result.call_id, name: result.called_as, text: system.render(result) + reminderText(result), is_error: result.is_error,
  })),
};

/** Text that is no JSON becomes a refusal of that one call; the others are executed, and every call gets its result, as providers demand. */
function planned(call: ModelToolCall): PlannedCall {
  const { call_id, name } = call;
  // Some servers send nothing at all for a tool without arguments.
  if (call.arguments.trim() === '') return { call_id, name, arguments: {} };
  try {
    return { call_id, name, arguments: parseStrictJson(call.arguments) };
  } catch (error) {
    const message = `The arguments of ${name} are not valid JSON: ${AppError.from(error).message}. Send them again as one JSON object.`;
    return { call_id, name, arguments: call.arguments, refusal: new AppError('invalid_arguments', message, { cause: error }) };
  }
}
