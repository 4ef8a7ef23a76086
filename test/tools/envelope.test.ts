/** How answers in text are read: the first document's envelope, and the fifth's with its blocks of content. */
import fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { takeBlocks } from '../../src/agent/dialects/content-blocks.ts';
import type { Decoded } from '../../src/agent/dialects/dialect.ts';
import { decodeEnvelope } from '../../src/agent/dialects/json.ts';
import { nativeDialect } from '../../src/agent/dialects/native.ts';
import { checkArguments } from '../../src/tools/execute.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { systems } from '../../src/tools/systems/index.ts';
import type { System } from '../../src/tools/systems/system.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { SEED, SOAK } from '../support/sample.ts';

/** The document's actions with the fields that its examples have; the real ones are checked against these examples in their own tests. */
const text = z.string();
const field = (name: string, input: z.ZodType): Tool => ({ name, description: '', toolset: 'files', permission: 'read', input, run: () => { throw new Error('executed'); } });
const documented = createRegistry([
  field('read_file', z.strictObject({ path: text })), field('write_file', z.strictObject({ path: text, content: text })), field('edit_code', z.strictObject({ path: text, patch: text })),
  field('search_text', z.strictObject({ query: text, path: text.optional(), limit: z.int().optional() })), field('run_command', z.strictObject({ command: text, working_dir: text.optional() })),
  field('run_tests', z.strictObject({ test_pattern: text.optional(), framework: text.optional(), timeout_seconds: z.int().optional() })),
  field('run_linter', z.strictObject({ files: z.array(text).optional() })), field('build_project', z.strictObject({})), field('git_status', z.strictObject({})), field('git_diff', z.strictObject({})),
]);
const loomGo: System = { ...systems['loom-go'], registry: documented };
const { tabloom, atloop } = systems;

const decode = (answer: string, system: System = loomGo): unknown => shown(decodeEnvelope(answer, system));
const shown = (decoded: Decoded): unknown => (decoded.kind === 'calls' ? decoded.calls.map((call) => [call.name, call.arguments]) : `${decoded.class}: ${decoded.message}`);

/** Every envelope of the document, without the comments and ellipses that its JSON has. */
const examples: Record<string, { actions: Record<string, unknown>[]; notes?: string }> = {
  'Test-Fix-Retest': {
    actions: [{ type: 'run_tests' }, { type: 'read_file', path: 'src/calculator.go' }, { type: 'edit_code', path: 'src/calculator.go', patch: '...' }, { type: 'run_tests', test_pattern: 'TestCalculate' }],
    notes: 'Fixed off-by-one error in Calculate function',
  },
  'Lint-Fix-Relint': {
    actions: [{ type: 'run_linter' }, { type: 'read_file', path: 'internal/foo.go' }, { type: 'edit_code', path: 'internal/foo.go', patch: '...' }, { type: 'run_linter', files: ['internal/foo.go'] }],
    notes: 'Fixed unused variable and formatting issues',
  },
  'Build-Fix-Rebuild': {
    actions: [{ type: 'build_project' }, { type: 'read_file', path: 'internal/parser.go' }, { type: 'edit_code', path: 'internal/parser.go', patch: '...' }, { type: 'build_project' }], notes: 'Fixed compilation error in parser',
  },
  'Complete Quality Check': { actions: [{ type: 'build_project' }, { type: 'run_tests' }, { type: 'run_linter' }], notes: 'Comprehensive verification: build, test, and lint' },
  'Sequential Actions': { actions: [{ type: 'read_file', path: 'src/main.go' }, { type: 'write_file', path: 'src/config.json', content: '{}' }, { type: 'run_command', command: 'go build' }] },
  'Test-Driven Development': {
    actions: [
      { type: 'write_file', path: 'src/calculator_test.go', content: '...' }, { type: 'run_tests', test_pattern: 'TestAdd' }, { type: 'write_file', path: 'src/calculator.go', content: '...' },
      { type: 'run_tests', test_pattern: 'TestAdd' },
    ],
    notes: 'TDD: Write failing test, implement code, verify test passes',
  },
  'Debug and Fix': {
    actions: [{ type: 'run_tests' }, { type: 'read_file', path: 'src/auth.go' }, { type: 'edit_code', path: 'src/auth.go', patch: '...' }, { type: 'run_tests', test_pattern: 'TestAuth' }],
    notes: 'Fixed nil pointer dereference in authentication handler',
  },
  'Comprehensive Code Change': {
    actions: [{ type: 'git_status' }, { type: 'search_text', query: 'TODO', path: 'src' }, { type: 'write_file', path: 'src/feature.go', content: '...' }, { type: 'run_tests' }, { type: 'git_status' }],
    notes: 'Implemented new feature with tests',
  },
  'Error Recovery': {
    actions: [{ type: 'run_tests' }, { type: 'read_file', path: 'src/parser.go' }, { type: 'edit_code', path: 'src/parser.go', patch: '...' }, { type: 'run_tests', test_pattern: 'TestParser' }],
    notes: 'Fixed parser to handle edge case',
  },
  'Always Run Tests': { actions: [{ type: 'write_file', path: 'src/feature.go', content: '...' }, { type: 'run_tests' }] },
  'Check Git Status': { actions: [{ type: 'git_status' }, { type: 'git_diff' }] },
  'Read Before Writing': { actions: [{ type: 'read_file', path: 'src/config.go' }, { type: 'edit_code', path: 'src/config.go', patch: '...' }] },
};

const good = '{"actions":[{"type":"read_file","path":"a.txt"}],"notes":"look"}';
const read = [['read_file', { path: 'a.txt' }]];

describe('the action envelope', () => {
  it.each(Object.entries(examples))('of the document\'s %s is read, in order [S1.envelope]', (_title, example) => {
    expect(decode(JSON.stringify(example, null, 2))).toEqual(example.actions.map(({ type, ...fields }) => [type, fields]));
  });

  it.each([
    ['alone', good],
    ['in a code fence', `Here:\n\`\`\`json\n${good}\n\`\`\`\nDone.`],
    ['after a fence of something else', `\`\`\`js\nconst a = {};\n\`\`\`\n${good}`],
    ['after thinking', `<think>I could use {"actions":[]} here</think>${good}`],
    ['before thinking that never ends', `${good}<think>now {`],
    ['after an orphan end of thinking', `maybe { or not</think>\n${good}`],
    ['after prose with braces', `I use {x} and then ${good}`],
    ['after prose with a valid object', `The config is {"a":1}. Now: ${good}`],
    ['before prose', `${good}\nThat is all {really}. 1 more thing.`],
    ['before a numbered list', `${good}\n1. I read the file.`],
    ['with space around', `\n\n  ${good}  \n`],
    ['with one brace too many', `${good}}`],
  ])('is found %s [S1.envelope]', (_where, answer) => {
    expect(decode(answer)).toEqual(read);
  });

  it.each([
    ['{"actions":[]}', 'validation: action envelope must include at least one action'],
    ['{"notes":"x"}', 'validation: action envelope must include at least one action'],
    ['{}', 'validation: action envelope must include at least one action'],
  ])('without an action is refused: %s [S1.rule.action_array]', (answer, message) => {
    expect(decode(answer)).toBe(message);
  });

  it.each([
    ['{"actions":[{"type":"read_file"}]}', 'validation: action[0] read_file requires path'],
    ['{"actions":[{"type":"git_status"},{"type":"write_file","path":"a"}]}', 'validation: action[1] write_file requires content'],
    ['{"actions":[{"type":"edit_code"}]}', 'validation: action[0] edit_code requires path, patch'],
  ])('without a required field is refused: %s [S1.rule.required_fields]', (answer, message) => {
    expect(decode(answer)).toBe(message);
  });

  it.each([
    ['{"actions":[{"type":"read_file","path":"a","foo":1}]}', 'validation: json: unknown field "foo"'],
    ['{"foo":1,"actions":[{"type":"read_file","path":"a"}]}', 'validation: json: unknown field "foo"'],
    ['{"actions":[{"type":"git_status","patch":"x"}]}', 'validation: json: unknown field "patch"'],
    ['{"actions":[{"type":"read_file","Path":"a","path":"a"}]}', 'validation: json: unknown field "Path"'],
    ['{"actions":[{"type":"done","path":"a"}]}', 'validation: json: unknown field "path"'],
  ])('with an unknown field is refused: %s [S1.rule.unknown_fields]', (answer, message) => {
    expect(decode(answer)).toBe(message);
  });

  it.each([
    ['{"actions":[{"type":"fly"}]}', 'validation: action[0] unknown action type: fly'],
    ['{"actions":[{"path":"a"}]}', 'validation: action[0] missing type'],
    ['{"actions":[{"type":"","path":"a"}]}', 'validation: action[0] missing type'],
    ['{"actions":[{"type":7}]}', 'validation: action[0] type: expected string, received number'],
  ])('with another type is refused: %s [S1.rule.type_values]', (answer, message) => {
    expect(decode(answer)).toBe(message);
  });

  it.each([
    ['{"actions":"x"}', 'validation: actions: expected array, received string'],
    ['{"actions":null}', 'validation: actions: expected array, received null'],
    ['{"actions":["git_status"]}', 'validation: action[0] is not an object'],
    ['{"actions":[{"type":"git_status"}],"notes":1}', 'validation: notes: expected string, received number'],
    ['{"actions":[{"type":"git_status"}],"stop_on_error":"yes"}', 'validation: stop_on_error: expected boolean, received string'],
    ['{"actions":[{"type":"run_tests","timeout_seconds":"300"}]}', 'validation: action[0] run_tests: timeout_seconds: Invalid input: expected number, received string'],
    ['{"actions":[{"type":"run_tests","timeout_seconds":1.5}]}', 'validation: action[0] run_tests: timeout_seconds: Invalid input: expected int, received number'],
    ['{"actions":[{"type":"read_file","path":null}]}', 'validation: action[0] read_file: path: Invalid input: expected string, received null'],
    ['{"actions":[{"type":"read_file","path":"a","path":"b"}]}', 'validation: json: duplicate field "path"'],
    ['{"actions":[{"type":"read_file","path":"a","p\\u0061th":"b"}]}', 'validation: json: duplicate field "path"'],
    [`${good}${good}`, 'parse: unexpected trailing JSON tokens'],
    [`${good} {"x":1}`, 'parse: unexpected trailing JSON tokens'],
    [`${good} 7`, 'parse: unexpected trailing JSON tokens'],
    ['[{"type":"git_status"}]', 'validation: json: unknown field "type"'],
    ['I have finished.', 'parse: the answer is not a JSON object: Unexpected token \'I\', "I have finished." is not valid JSON'],
    ['', 'parse: the answer is not a JSON object: Unexpected end of JSON input'],
  ])('is strict, without guessing and conversion: %s [S1.envelope]', (answer, message) => {
    expect(decode(answer)).toBe(message);
  });

  it('says what was probably meant, with an example', () => {
    expect(decodeEnvelope('{"actions":[{"type":"read_fil"}]}', tabloom)).toMatchObject({ hint: expect.stringMatching(/^Did you mean "read_file"\? Actions: .*\bread_file\b.*, done\.$/) as string });
    expect(decodeEnvelope('{"action":[]}', tabloom)).toMatchObject({ hint: 'Did you mean "actions"?' });
    expect(decodeEnvelope('{"actions":[{"type":"run_command"}]}', systems['loom-go'])).toMatchObject({
      message: 'action[0] run_command requires command', hint: 'Example: {"type":"run_command","command":"npm install","working_dir":"frontend"}',
    });
  });

  it('may stop at an error, and may be done', () => {
    expect(decodeEnvelope('{"actions":[{"type":"git_status"}],"stop_on_error":true}', loomGo)).toMatchObject({ stop_on_error: true });
    expect(decodeEnvelope('{"actions":[{"type":"git_status"},{"type":"done"}],"notes":"ok"}', loomGo)).toMatchObject({ calls: [{ name: 'git_status' }], declares: { end: 'done', message: 'ok' } });
  });

  it('takes the empty string as a value', () => {
    expect(decode('{"actions":[{"type":"write_file","path":"a","content":""}]}')).toEqual([['write_file', { path: 'a', content: '' }]]);
  });
});

describe('fuzzed answers', () => {
  const names = ['git_status', 'read_file', 'write_file', 'run', 'fly', 'done', ''];
  const action = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ type: fc.oneof(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 })), path: fc.jsonValue({ maxDepth: 1 }), content: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] }),
    fc.record({ tool: fc.constantFrom(...names), args: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ path: fc.string(), content: fc.oneof(fc.string(), fc.constant('FILE_CONTENT_#1')) }, { requiredKeys: [] })) }, { requiredKeys: [] }));
  const envelope = fc.record({ actions: fc.oneof(fc.array(action, { maxLength: 4 }), fc.jsonValue({ maxDepth: 1 })), notes: fc.jsonValue({ maxDepth: 1 }), stop_reason: fc.constantFrom('continue', 'done', 'fail', 'x'), extra: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] });
  const noise = fc.oneof(fc.constantFrom('', '{', '}', '```', '```json\n', '<think>', '</think>', '\\', '"', '---(FILE_CONTENT_#1)---\nx\n---(FILE_CONTENT_#1)---\n', '---((WRITE_FILE_CONTENT_a))---\n', '\u0000', '\n'), fc.string());
  /** Whole envelopes with noise around, pieces cut out of their middle, and letters changed. */
  const answer = fc.tuple(fc.array(fc.oneof(noise, envelope.map((value) => JSON.stringify(value))), { maxLength: 5 }), fc.nat(), fc.nat(20), noise)
    .map(([parts, at, length, insert]) => { const whole = parts.join(''); const from = whole.length === 0 ? 0 : at % whole.length; return at % 3 === 0 ? whole : whole.slice(0, from) + insert + whole.slice(from + length); });

  it.each(Object.values(systems).map((system) => [system.name, system] as const))('never throw in %s, and plan nothing that does not validate [S1.envelope] [S5.placeholders]', (_name, system) => {
    fc.assert(fc.property(answer, (sent) => {
      const decoded = decodeEnvelope(sent, system);
      if (decoded.kind === 'failure') return decoded.message.length > 0;
      for (const call of decoded.calls) if (!call.refusal) checkArguments(system.registry.resolve(call.name)!, call.arguments);
      return true;
    }), { seed: SEED, numRuns: SOAK ? 20_000 : 400 });
  });

  it.each([['{'], ['{"a":'], ['"'], ['['], ['---(FILE_CONTENT_#1)---\n'], ['<think>'], ['```\n{'], ['{"actions":[],']])('of nothing but %j take time in proportion to their length', (part) => {
    const fastest = (times: number): number => Math.min(...[1, 2, 3].map(() => {
      const sent = part.repeat(times);
      const started = performance.now();
      decodeEnvelope(sent, tabloom);
      decodeEnvelope(sent, atloop);
      return performance.now() - started;
    }));
    const count = Math.ceil(20_000 / part.length);
    // Eight times the length; time that grows with the square would be 64 times as much.
    expect(fastest(count * 8) / Math.max(fastest(count), 20)).toBeLessThan(32);
  });
});

describe('native tool calls', () => {
  const planned = (args: string) => {
    const decoded = nativeDialect.decode('', [{ call_id: 'a', name: 'read_file', arguments: args }], tabloom);
    return decoded.kind === 'calls' ? decoded.calls[0] : undefined;
  };

  it('are as strict about their JSON', () => {
    expect(planned('{"path":"a"}')).toEqual({ call_id: 'a', name: 'read_file', arguments: { path: 'a' } });
    expect(planned('')).toEqual({ call_id: 'a', name: 'read_file', arguments: {} });
    expect(planned('{"path":"a","path":"b"}')?.refusal?.message).toBe('The arguments of read_file are not valid JSON: json: duplicate field "path". Send them again as one JSON object.');
    expect(planned('{"path":"a"}{"path":"b"}')?.refusal?.message).toBe('The arguments of read_file are not valid JSON: unexpected trailing JSON tokens. Send them again as one JSON object.');
    expect(planned('{"path":')?.refusal?.code).toBe('invalid_arguments');
  });
});

describe('atloop\'s answers', () => {
  const answer = (actions: unknown[], after = '', stop_reason = 'continue'): string => `${JSON.stringify({ actions, stop_reason })}\n${after}`;
  const write = (content: string, path = 'src/main.py') => ({ tool: 'write_file', args: { path, content } });
  const refusals = (decoded: Decoded): unknown => (decoded.kind === 'calls' ? decoded.calls.map((call) => call.refusal?.message) : decoded.message);

  it('take their content from the block after the JSON: the document\'s example [S5.placeholders]', () => {
    const block = '---(FILE_CONTENT_#1)---\ndef main():\n    print("Hello, World!")\n---(FILE_CONTENT_#1)---';
    expect(decode(answer([write('FILE_CONTENT_#1')], block), atloop)).toEqual([['write_file', { path: 'src/main.py', content: 'def main():\n    print("Hello, World!")' }]]);
  });

  it('may have several blocks, in any order, with braces, fences and marks in them [S5.placeholders]', () => {
    const first = '{"actions": ["not these"]}\n```\n<think>\n---(else)---\n---(FILE_CONTENT_#9)---';
    const sent = answer([write('FILE_CONTENT_#2'), { tool: 'append_file', args: { path: 'b', content: 'FILE_CONTENT_#1' } }, { tool: 'run', args: { cmd: 'SHELL_COMMAND_all' } }],
      `---(FILE_CONTENT_#1)---\n${first}\n---(FILE_CONTENT_#1)---\n---(FILE_CONTENT_#2)---\n\n---(FILE_CONTENT_#2)---\n---((SHELL_COMMAND_all))---\nnpm test\n`);
    expect(decode(sent, atloop)).toEqual([['write_file', { path: 'src/main.py', content: '' }], ['append_file', { path: 'b', content: first }], ['run', { cmd: 'npm test' }]]);
  });

  it('are checked with the text of the block [S5.placeholders]', () => {
    const decoded = decodeEnvelope(answer([{ tool: 'run', args: { cmd: 'FILE_CONTENT_#1' } }], '---(FILE_CONTENT_#1)---\n---(FILE_CONTENT_#1)---'), atloop);
    expect(refusals(decoded)).toEqual([expect.stringContaining('cmd: Too small')]);
  });

  it('without their block wait, while the others run; the next answer brings it [S5.placeholders]', () => {
    const decoded = decodeEnvelope(answer([write('FILE_CONTENT_#1'), { tool: 'todo_read', args: {} }]), atloop);
    expect(decoded).toMatchObject({ kind: 'calls', pending: [{ name: 'write_file', arguments: { path: 'src/main.py', content: 'FILE_CONTENT_#1' } }] });
    expect(refusals(decoded)).toEqual(['write_file is kept and waits for its content. Send it in your next answer: ---(FILE_CONTENT_#1)--- on a line, the text, and ---(FILE_CONTENT_#1)--- on a line again.', undefined]);
    const pending = decoded.kind === 'calls' ? decoded.pending! : [];
    const block = '---(FILE_CONTENT_#1)---\nx = 1\n---(FILE_CONTENT_#1)---\n';
    const full = [['write_file', { path: 'src/main.py', content: 'x = 1' }]];
    expect(decodeEnvelope(block, atloop, pending)).toMatchObject({ kind: 'calls', pending: [] });
    expect(shown(decodeEnvelope(block, atloop, pending))).toEqual(full);
    expect(shown(decodeEnvelope(answer([{ tool: 'todo_read', args: {} }], block), atloop, pending))).toEqual([...full, ['todo_read', {}]]);
    expect(shown(decodeEnvelope(answer([], '', 'done'), atloop, pending))).toBe('validation: write_file still waits for its content: FILE_CONTENT_#1');
  });

  it('that were cut off in a block write nothing of it', () => {
    const decoded = decodeEnvelope(answer([write('FILE_CONTENT_#1')], '---(FILE_CONTENT_#1)---\nhalf a fi'), atloop);
    expect(decoded).toMatchObject({ kind: 'calls', pending: [{ name: 'write_file' }] });
  });

  it('may have one write_file only, and typed blocks of the right kind [S5.write_file] [S5.placeholders]', () => {
    expect(decode(answer([write('a'), write('b', 'c')]), atloop)).toBe('validation: Only one \'write_file\' action allowed per response (found 2). Write the other files in the next answers.');
    expect(decode(answer([write('SHELL_COMMAND_x')]), atloop)).toBe('validation: action[0] Placeholder type mismatch: tool \'write_file\' expects WRITE_FILE_CONTENT, but got SHELL_COMMAND placeholder \'SHELL_COMMAND_x\'');
  });

  it('with more than 6,000 characters in write_file are executed, with a remark', () => {
    const remarks = (content: string) => atloop.remarks!({ name: 'write_file', arguments: { path: 'a', content } });
    expect(remarks('é'.repeat(6000))).toEqual([]);
    expect(remarks('é'.repeat(6001))).toEqual(['write_file was given 6001 characters; keep to 6000 in one turn and go on with append_file.']);
  });

  it.each([
    ['{"stop_reason":"continue"}', 'Missing required field: \'actions\'. Your JSON must include an \'actions\' array.'],
    ['{"actions":[]}', 'Missing required field: \'stop_reason\'. Your JSON must include a \'stop_reason\' field (one of: \'continue\', \'done\', \'fail\').'],
    ['{"actions":[],"stop_reason":"stop"}', 'Invalid stop_reason: \'stop\'. Must be one of: \'continue\', \'done\', \'fail\'.'],
    ['{"actions":{},"stop_reason":"done"}', '\'actions\' must be a list/array, but got object.'],
    ['{"actions":["run"],"stop_reason":"done"}', 'action[0] must be a dictionary/object, but got string.'],
    ['{"actions":[{"args":{}}],"stop_reason":"done"}', 'action[0] missing required field: \'tool\'.'],
    ['{"actions":[{"tool":"run"}],"stop_reason":"done"}', 'action[0] missing required field: \'args\'.'],
    ['{"actions":[{"tool":"run","args":{}}],"stop_reason":"done"}', 'action[0] run requires cmd'],
    ['{"actions":[{"tool":"run","args":{"cmd":"ls","timeout":3}}],"stop_reason":"done"}', 'json: unknown field "timeout"'],
    ['{"actions":[],"stop_reason":"continue"}', 'action envelope must include at least one action'],
  ])('are refused with atloop\'s words: %s', (sent, message) => {
    expect(decode(sent, atloop)).toBe(`validation: ${message}`);
  });

  it('end the run with their stop_reason', () => {
    expect(decodeEnvelope('{"actions":[],"stop_reason":"done","result_message":"All good."}', atloop)).toEqual({ kind: 'calls', calls: [], pending: [], declares: { end: 'done', message: 'All good.' } });
    expect(decodeEnvelope('{"actions":[],"stop_reason":"fail","result_message":"No."}', atloop)).toMatchObject({ declares: { end: 'gave_up', message: 'No.' } });
  });

  it('have blocks whose texts come out as they went in', () => {
    const line = fc.oneof(fc.string().map((made) => made.replace(/[\r\n]/g, '')), fc.constantFrom('{', '```', '---', '---(x)---', ''));
    fc.assert(fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n')), { maxLength: 4 }), (texts) => {
      const marked = texts.map((body, at) => `---(FILE_CONTENT_#${at})---\n${body}\n---(FILE_CONTENT_#${at})---`);
      const { rest, blocks } = takeBlocks(['{"a":1}', ...marked].join('\n'));
      expect([rest, [...blocks.values()]]).toEqual(['{"a":1}', texts]);
    }), { seed: SEED, numRuns: SOAK ? 5000 : 200 });
  });
});
