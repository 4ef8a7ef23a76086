import { describe, expect, it } from 'vitest';
import { actionOf, actionSchema } from '../../src/agent/dialects/actions-envelope.ts';
import { decodeEnvelope } from '../../src/agent/dialects/json.ts';
import { systems } from '../../src/tools/systems/index.ts';

const decode = (text: string): unknown => {
  const decoded = decodeEnvelope(text, systems.tabloom);
  return decoded.kind === 'calls' ? decoded.calls.map((call) => [call.name, call.arguments]) : `${decoded.class}: ${decoded.message}`;
};

const good = '{"actions":[{"type":"read_file","path":"a.txt"}],"notes":"look"}';
const expected = [['read_file', { path: 'a.txt' }]];

describe('the action envelope', () => {
  it.each([
    ['alone', good],
    ['in a code fence', `Here:\n\`\`\`json\n${good}\n\`\`\`\nDone.`],
    ['after thinking', `<think>I could use {"actions":[]} here</think>${good}`],
    ['before thinking that never ends', `${good}<think>now {`],
    ['after an orphan end of thinking', `maybe { or not</think>\n${good}`],
    ['after prose with braces', `I use {x} and then ${good}`],
    ['before prose', `${good}\nThat is all {really}.`],
  ])('is found %s', (_where, text) => {
    expect(decode(text)).toEqual(expected);
  });

  it.each([
    ['{"actions":[]}', 'validation: action envelope must include at least one action'],
    ['{"notes":"x"}', 'validation: action envelope must include at least one action'],
    ['{"actions":[{"path":"a"}]}', 'validation: action[0] missing type'],
    ['{"actions":[{"type":"read_file"}]}', 'validation: action[0] read_file requires path'],
    ['{"actions":[{"type":"write_file"}]}', 'validation: action[0] write_file requires path, content'],
    ['{"actions":[{"type":"fly"}]}', 'validation: action[0] unknown action type: fly'],
    ['{"actions":[{"type":"read_file","path":"a","foo":1}]}', 'validation: json: unknown field "foo"'],
    [`{"foo":1,"actions":[{"type":"read_file","path":"a"}]}`, 'validation: json: unknown field "foo"'],
    [`{"actions":[{"type":"read_file","path":"a","limit":"3"}]}`, 'validation: action[0] read_file: limit: Invalid input: expected number, received string'],
  ])('refuses %s', (text, message) => {
    expect(decode(text)).toBe(message);
  });

  it('has every tool of its systems, also one with a field that is called type', () => {
    for (const system of Object.values(systems).filter(({ envelope }) => envelope === 'actions')) {
      for (const { name, examples } of system.registry.advertised) {
        for (const example of examples as Record<string, unknown>[]) {
          expect(decodeEnvelope(JSON.stringify({ actions: [actionOf(name, example)] }), system)).toEqual({ kind: 'calls', calls: [{ call_id: '', name, arguments: example }] });
        }
      }
    }
    expect(decode('{"actions":[{"type":"wait_for_trigger","trigger_type":"webhook","source":"ci"}]}')).toEqual([['wait_for_trigger', { type: 'webhook', source: 'ci' }]]);
    expect(decode('{"actions":[{"type":"wait_for_trigger","source":"ci"}]}')).toBe('validation: action[0] wait_for_trigger requires trigger_type');
    const told = actionSchema(systems.tabloom.registry.advertised.find(({ name }) => name === 'wait_for_trigger')!);
    expect([Object.keys(told.properties as object)[0], told.required]).toEqual(['trigger_type', ['trigger_type']]);
  });

  it('is missing from an answer in words', () => {
    expect(decode('I have finished.')).toMatch(/^parse: the answer is not a JSON object: /);
  });

  it('takes the empty string as a value', () => {
    expect(decode('{"actions":[{"type":"write_file","path":"a","content":""}]}')).toEqual([['write_file', { path: 'a', content: '' }]]);
  });

  it('ends with done', () => {
    expect(decode('{"actions":[{"type":"done"}]}')).toEqual([]);
  });
});
