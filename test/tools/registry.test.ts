/** The registry: names, schemas, examples and what is said to those who get them wrong. No sandbox: nothing may be executed here. */
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { checkArguments, executeTool } from '../../src/tools/execute.ts';
import { toolRegistry, toolRegistryStats, tools } from '../../src/tools/index.ts';
import { advertise, createRegistry } from '../../src/tools/registry.ts';
import type { ToolRegistry } from '../../src/tools/registry.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { systems } from '../../src/tools/systems/index.ts';
import { defineTool, inputJsonSchema } from '../../src/tools/tool.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { inputsFor } from './schema-inputs.ts';

/** A sandbox that must not be touched. */
const untouched = new Proxy({}, { get: (_target, name) => { throw new Error(`the sandbox was asked for ${String(name)}`); } });
const context = { sandbox: untouched as never, caller: { id: 'tester', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined };

const call = (name: string, args: unknown, registry?: ToolRegistry): Promise<ToolResult> => executeTool({ call_id: 'c1', name, arguments: args }, context, registry);

let ran: unknown[] = [];
const echo = defineTool({
  name: 'echo_text', description: 'Says it again.', toolset: 'commands', permission: 'read', examples: [{ text: 'hello' }],
  input: z.strictObject({ text: z.string(), times: z.int().min(1).max(9).default(1), shout: z.boolean().optional() }),
  aliases: [
    { name: 'say', input: z.strictObject({ words: z.string(), count: z.int().optional() }), examples: [{ words: 'hi' }], map: ({ words, count }) => ({ text: words, ...(count === undefined ? {} : { times: count }) }) },
    { name: 'repeat', map: ({ what, ...rest }) => ({ text: what, ...rest }) },
  ],
  async run(input) {
    ran.push(input);
    if (input.text === 'throw') throw new TypeError('a bug');
    return { message: 'said', output: input.text.repeat(input.times), metadata: {} };
  },
}) as unknown as Tool;
const pickOne = defineTool({
  name: 'pick_one', description: 'Takes one of two kinds.', toolset: 'commands', permission: 'read', examples: [{ kind: 'a' }],
  input: z.strictObject({ kind: z.enum(['a', 'b'], { error: ({ input }) => `Unknown kind: ${String(input)}. Use a or b.` }), more: z.string().optional() }).superRefine(({ kind, more }, { addIssue }) => {
    if (kind === 'b' && more === undefined) addIssue({ code: 'custom', message: 'kind b needs more', params: { missing: ['more'] } });
  }),
  run: async (input) => { ran.push(input); return { message: 'picked', output: '', metadata: {} }; },
}) as unknown as Tool;
const small = createRegistry([echo, pickOne]);

/** Every name in every system, in its own terms. */
const everyName = [
  ...toolRegistry.names().map((name) => ({ where: 'tabloom', name, registry: toolRegistry })),
  ...Object.values(systems).filter((system) => system.name !== 'tabloom').flatMap((system) => system.registry.names().map((name) => ({ where: system.name, name, registry: system.registry }))),
].map(({ where, name, registry }) => [`${name} (${where})`, advertise(name, registry.resolve(name)!)] as const);

describe('the list of tools', () => {
  it('is registered whole [S5.ToolRegistry.stats]', () => {
    expect(toolRegistryStats()).toEqual({ discovered: tools.length, registered: tools.length, failed: [], tools: tools.map((tool) => tool.name) });
  });

  it('has each name and alias once', () => {
    const names = tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? []).map((alias) => alias.name)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(toolRegistry.names().toSorted()).toEqual(names.toSorted());
  });

  it('refuses what is not whole, says why, and keeps the rest [S5.ToolRegistry.stats]', () => {
    const named = (name: string, more: Partial<Tool> = {}): Tool => ({ ...echo, name, aliases: [], ...more });
    const { stats, resolve } = createRegistry([
      echo, named('echo_text'), named('other', { aliases: [{ name: 'say', map: (args) => args }] }), named('Bad-Name'), named('twice', { aliases: [{ name: 'twice', map: (args) => args }] }),
      named('open', { input: z.object({ a: z.string() }) }), named('text', { input: z.string() }), named('fine'),
    ]);
    expect(stats).toEqual({
      discovered: 8, registered: 2, tools: ['echo_text', 'fine'],
      failed: [
        { name: 'echo_text', reason: 'the name echo_text is taken' }, { name: 'other', reason: 'the name say is taken' }, { name: 'Bad-Name', reason: '"Bad-Name" is not a name that models can call' },
        { name: 'twice', reason: 'the name twice is taken' }, { name: 'open', reason: 'the schema of open is not a closed object' }, { name: 'text', reason: 'the schema of text is not a closed object' },
      ],
    });
    expect([resolve('open'), resolve('other'), resolve('fine')?.tool.name]).toEqual([undefined, undefined, 'fine']);
  });
});

describe.each(everyName)('%s', (_title, told) => {
  it('has words, a closed schema and examples that it takes [S5.BaseTool]', () => {
    expect(told.description.length).toBeGreaterThan(20);
    expect(inputJsonSchema(told)).toMatchObject({ type: 'object', additionalProperties: false });
    // No arguments at all need no example.
    if (!told.input.safeParse({}).success) expect(told.examples.length).toBeGreaterThan(0);
    for (const example of told.examples) expect(() => checkArguments(told, example)).not.toThrow();
  });

  it('agrees with its JSON schema about random inputs', () => {
    const schema = inputJsonSchema(told);
    const validator = new Validator(schema as object, '7');
    fc.assert(fc.property(inputsFor(schema), (input) => {
      const parsed = told.input.safeParse(input);
      const valid = validator.validate(input).valid;
      if (parsed.success) return valid;
      // Rules between fields are not in a JSON schema; they are the only ones that may be missing there.
      return !valid || parsed.error.issues.every((issue) => issue.code === 'custom');
    }), { seed: SEED, numRuns: SOAK ? 5000 : 60 });
  });
});

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s has a card that survives any arguments', (_name, tool) => {
    expect(tool.card, 'card hints').toBeDefined();
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => typeof tool.card!.summary(args) === 'string'), { seed: SEED, numRuns: 50 });
    for (const example of tool.examples ?? []) expect(tool.card!.summary(example as Record<string, unknown>)).not.toMatch(/undefined|\[object/);
  });
});

describe('a call', () => {
  it('of an unknown name is told the names there are, the nearest one and an example [S5.ToolRegistry.execute]', async () => {
    const result = await call('ekho_text', { text: 'x' }, small);
    expect(result).toMatchObject({ status: 'error', ok: false, is_error: true, tool: 'ekho_text', called_as: 'ekho_text', message: 'Unknown tool: ekho_text. Available tools: echo_text, pick_one' });
    expect(result.error).toEqual({
      code: 'unknown_tool', message: 'Unknown tool: ekho_text. Available tools: echo_text, pick_one', retry_hint: { reason: 'tool_unavailable', did_you_mean: 'echo_text', example_input: { text: 'hello' } },
    });
    expect(result.output).toBe('Error (unknown_tool): Unknown tool: ekho_text. Available tools: echo_text, pick_one\nDid you mean "echo_text"?\nExample: {"text":"hello"}');
    expect((await call('launch_rocket', {}, small)).error?.retry_hint).toEqual({ reason: 'tool_unavailable' });
  });

  it.each([
    ['echo_text', {}, { code: 'missing_fields', message: 'echo_text requires text', retry_hint: { reason: 'missing_fields', missing_fields: ['text'], example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', tims: 2 }, { code: 'invalid_arguments', message: 'json: unknown field "tims"', retry_hint: { reason: 'invalid_arguments', did_you_mean: 'times', example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', Text: 'b' }, { code: 'invalid_arguments', message: 'json: unknown field "Text"', retry_hint: { reason: 'invalid_arguments', did_you_mean: 'text', example_input: { text: 'hello' } } }],
    ['echo_text', { text: 1 }, { code: 'invalid_arguments', message: 'echo_text: text: Invalid input: expected string, received number', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', { text: null }, { code: 'invalid_arguments', message: 'echo_text: text: Invalid input: expected string, received null', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', times: '3' }, { code: 'invalid_arguments', message: 'echo_text: times: Invalid input: expected number, received string', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', times: 1.5 }, { code: 'invalid_arguments', message: 'echo_text: times: Invalid input: expected int, received number', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', times: 10 }, { code: 'invalid_arguments', message: 'echo_text: times: Too big: expected number to be <=9', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', ['a'], { code: 'invalid_arguments', message: 'echo_text takes a JSON object as its arguments', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', 'a', { code: 'invalid_arguments', message: 'echo_text takes a JSON object as its arguments', retry_hint: { reason: 'invalid_arguments', example_input: { text: 'hello' } } }],
    ['echo_text', { txt: 'a', x: 1 }, { code: 'missing_fields', message: 'echo_text requires text', retry_hint: { reason: 'missing_fields', missing_fields: ['text'], unknown_fields: ['txt', 'x'], example_input: { text: 'hello' } } }],
    ['echo_text', { text: 'a', echo_times: 2 }, { code: 'invalid_arguments', message: 'json: unknown field "echo_times"', retry_hint: { reason: 'invalid_arguments', did_you_mean: 'times', example_input: { text: 'hello' } } }],
    ['say', {}, { code: 'missing_fields', message: 'say requires words', retry_hint: { reason: 'missing_fields', missing_fields: ['words'], example_input: { words: 'hi' } } }],
    ['say', { text: 'a', words: 'b' }, { code: 'invalid_arguments', message: 'json: unknown field "text"', retry_hint: { reason: 'invalid_arguments', example_input: { words: 'hi' } } }],
    ['say', { words: 'b', count: 10 }, { code: 'invalid_arguments', message: 'say: times: Too big: expected number to be <=9', retry_hint: { reason: 'invalid_arguments', example_input: { words: 'hi' } } }],
    ['pick_one', { kind: 'c' }, { code: 'invalid_arguments', message: 'Unknown kind: c. Use a or b.', retry_hint: { reason: 'invalid_arguments', example_input: { kind: 'a' } } }],
    ['pick_one', {}, { code: 'missing_fields', message: 'pick_one requires kind', retry_hint: { reason: 'missing_fields', missing_fields: ['kind'], example_input: { kind: 'a' } } }],
    ['pick_one', { kind: 'b' }, { code: 'missing_fields', message: 'pick_one requires more', retry_hint: { reason: 'missing_fields', missing_fields: ['more'], example_input: { kind: 'a' } } }],
    ['repeat', { wat: 'b' }, { code: 'missing_fields', message: 'repeat requires text', retry_hint: { reason: 'missing_fields', missing_fields: ['text'], unknown_fields: ['wat'], example_input: { text: 'hello' } } }],
  ])('%s(%j) is refused, and nothing is executed [S1.rule.required_fields] [S1.rule.unknown_fields]', async (name, args, error) => {
    ran = [];
    const result = await call(name, args, small);
    expect(result.error).toEqual(error);
    expect([result.status, result.ok, result.is_error, result.metadata, result.bounds, ran]).toEqual(['error', false, true, {}, undefined, []]);
  });

  it('by an alias is in the alias\'s terms, and the result names both', async () => {
    ran = [];
    expect(await call('say', { words: 'hi', count: 2 }, small)).toMatchObject({ tool: 'echo_text', called_as: 'say', ok: true, output: 'hihi' });
    expect(await call('repeat', { what: 'x', times: 3 }, small)).toMatchObject({ tool: 'echo_text', called_as: 'repeat', output: 'xxx' });
    expect(ran).toEqual([{ text: 'hi', times: 2 }, { text: 'x', times: 3 }]);
  });

  it('whose tool throws is a result, and the next one runs [S5.ToolExecutor]', async () => {
    expect(await call('echo_text', { text: 'throw' }, small)).toMatchObject({ status: 'error', error: { code: 'internal', message: 'a bug' }, output: 'Error (internal): a bug' });
    expect(await call('echo_text', { text: 'fine' }, small)).toMatchObject({ status: 'executed', ok: true, output: 'fine' });
  });

  it('of any real tool with any wrong arguments touches nothing', async () => {
    const all = everyName.filter(([title]) => title.endsWith('(tabloom)'));
    await fc.assert(fc.asyncProperty(fc.constantFrom(...all), fc.jsonValue({ maxDepth: 2 }), async ([, told], junk) => {
      const result = await call(told.name, junk);
      if (told.input.safeParse(junk).success) return true;
      return result.status === 'error' && ['invalid_arguments', 'missing_fields'].includes(result.error!.code);
    }), { seed: SEED, numRuns: SOAK ? 5000 : 150 });
  });
});
