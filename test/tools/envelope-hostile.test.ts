/** Answers as models really break them: nothing of them is executed that was not meant, and each is refused in the documented words. */
import { describe, expect, it } from 'vitest';
import { decodeEnvelope } from '../../src/agent/dialects/json.ts';
import { nativeDialect } from '../../src/agent/dialects/native.ts';
import { systems } from '../../src/tools/systems/index.ts';

const go = systems['loom-go'];
const { tabloom, atloop } = systems;

const shown = (answer: string, system = go): unknown => {
  const decoded = decodeEnvelope(answer, system);
  return decoded.kind === 'failure' ? `${decoded.class}: ${decoded.message}` : decoded.calls.map((call) => (call.refusal ? `${call.name} refused: ${call.refusal.code}` : [call.name, call.arguments]));
};

const status = '{"actions":[{"type":"git_status"}]}';
const danger = '{"actions":[{"type":"run_command","command":"rm -rf src"}]}';
const writes = (content: string): string => JSON.stringify({ actions: [{ type: 'write_file', path: 'README.md', content }] });
const wrote = (content: string) => [['write_file', { path: 'README.md', content }]];

describe('an envelope whose texts look like answers is executed as it is', () => {
  it.each([
    ['a fence', '```json\n{"a":1}\n```'],
    ['a whole envelope', danger],
    ['a fenced envelope', `Use:\n\`\`\`json\n${danger}\n\`\`\`\n`],
    ['thinking', 'a <think>hidden</think> b'],
    ['the end of thinking', 'tag </think> here'],
    ['the beginning of thinking', 'tag <thinking> here'],
    ['braces and quotes', '{ "unbalanced": "}}}'],
    ['nested JSON', JSON.stringify({ text: JSON.stringify({ actions: [{ type: 'done' }] }) })],
    ['escaped line ends and backslashes', 'C:\\new\\table\r\n\t\\" '],
    ['a mark of a block', '---(FILE_CONTENT_#1)---\nx\n---(FILE_CONTENT_#1)---'],
    ['a separator that JSON allows and JavaScript did not', 'a\u2028b\u2029c'],
    ['half a character', 'a\ud83d'],
    ['a NUL', 'a\u0000b'],
  ])('%s', (_what, content) => {
    expect(shown(writes(content))).toEqual(wrote(content));
    // The same within an answer that also talks: nothing in the text may be taken for something else.
    expect(shown(`I write the file.\n\n\`\`\`json\n${writes(content)}\n\`\`\`\nThen I look at it.`)).toEqual(wrote(content));
    expect(shown(`<think>What do I write? {"actions":[]} no.</think>Here: ${writes(content)}`)).toEqual(wrote(content));
  });
});

describe('what surrounds the envelope is left out', () => {
  it.each([
    ['a byte order mark', `\ufeff${status}`],
    ['Windows line ends', `Sure!\r\n\r\n\`\`\`json\r\n${status}\r\n\`\`\`\r\n`],
    ['a fence without a language', `\`\`\`\n${status}\n\`\`\``],
    ['a fence that never closes', `\`\`\`json\n${status}`],
    ['a fence with four ticks', `\`\`\`\`json\n${status}\n\`\`\`\``],
    ['tildes', `~~~json\n${status}\n~~~`],
    ['a heading and a list', `# Plan\n- look {at} it\n\n${status}`],
    ['braces of a template', `The path is /users/{id}/x{y}. ${status}`],
    ['a lonely brace', `An opening { is missing. ${status}`],
    ['an apostrophe', `I'll look, it's {x "y} odd: ${status}`],
    ['code', `const f = () => { return 1; };\n${status}`],
    ['the same envelope twice', `${status} \n\nAgain, to be clear: ${status}`],
    ['the same envelope, formatted otherwise', `\`\`\`json\n${JSON.stringify(JSON.parse(status), null, 2)}\n\`\`\`\nIn short ${status}`],
    ['an envelope that was thought of', `<think>${danger}</think>${status}`],
    ['an envelope that was thought of, begun in the prompt', `Maybe ${danger}? No.</think>\n${status}`],
    ['thinking twice', `<think>a</think>${status}<think>b ${danger}`],
    ['thinking in capitals', `<THINK>${danger}</THINK>${status}`],
    ['thinking with broken JSON', `<think>{"actions":[{"type":"run_</think>${status}`],
    ['a result that the model repeats', `The result was {"action_type":"git_status","status":"executed"}. Now: ${status}`],
  ])('%s', (_what, answer) => {
    expect(shown(answer)).toEqual([['git_status', {}]]);
  });
});

describe('nothing is executed of', () => {
  it.each([
    ['two different envelopes in prose', `First ${danger} but better ${status}`, 'parse: unexpected trailing JSON tokens'],
    ['two different envelopes in fences', `\`\`\`json\n${status}\n\`\`\`\nor\n\`\`\`json\n${danger}\n\`\`\``, 'parse: unexpected trailing JSON tokens'],
    ['two envelopes in one fence', `\`\`\`json\n${status}\n${danger}\n\`\`\``, 'parse: unexpected trailing JSON tokens'],
    ['JSON lines', `${status}\n${status}`, 'parse: unexpected trailing JSON tokens'],
    ['a list of envelopes', `[${status},${danger}]`, 'parse: unexpected trailing JSON tokens'],
    ['an envelope followed by null', `${status} null`, 'parse: unexpected trailing JSON tokens'],
    ['an envelope followed by a list', `${status}[1]`, 'parse: unexpected trailing JSON tokens'],
    ['an answer that was cut off in a text', writes('x'.repeat(50)).slice(0, -20), /^parse: the answer is not a JSON object: /],
    ['an answer that was cut off after an action', '{"actions":[{"type":"git_status"},{"type":"run_', /^parse: /],
    ['an answer that was cut off, with an envelope in its notes', `{"notes":{"before":${danger}},"actions":[{"type":`, /^parse: /],
    ['an answer that was cut off in prose', `Here we go: {"plan":${danger},"actions":[`, /^parse: /],
    ['an answer that was cut off in a fence', `\`\`\`json\n{"plan":${danger},"actions":[\n\`\`\``, /^parse: /],
    ['a text with bare line ends that shows an envelope', `{"actions":[{"type":"write_file","path":"a","content":"Usage:\n\`\`\`json\n${danger}\n\`\`\`\n"}]}`, /^parse: /],
    ['a text with bare quotes that shows an envelope', `{"actions":[{"type":"write_file","path":"a","content":"Say ${danger} to go"}]}`, /^parse: /],
    ['the same, fenced', `\`\`\`json\n{"actions":[{"type":"write_file","path":"a","content":"Say ${danger} to go"}]}\n\`\`\``, /^parse: /],
    ['a text of an odd number of bare quotes', `{"actions":[{"type":"write_file","path":"a","content":"5" wide, ${danger}"}]}`, /^parse: /],
    ['an envelope inside of another object', `{"response":${danger}}`, 'validation: json: unknown field "response"'],
    ['an envelope inside of another object, in prose', `Answer: {"response":${danger}} ok`, 'validation: json: unknown field "response"'],
    ['an envelope as a text', JSON.stringify(danger), 'parse: the answer is not a JSON object'],
    ['an envelope in an object of JavaScript', `({ example: ${danger} })`, /^parse: /],
    ['an envelope in an object of Python', `{'example': ${danger}}`, /^parse: /],
    ['single quotes', '{\'actions\':[{\'type\':\'git_status\'}]}', /^parse: /],
    ['smart quotes', '{“actions”:[{“type”:“git_status”}]}', /^parse: /],
    ['smart quotes around values', '{"actions":[{"type":“git_status”}]}', /^parse: /],
    ['names without quotes', '{actions:[{type:"git_status"}]}', /^parse: /],
    ['a comma at the end of a list', '{"actions":[{"type":"git_status"},]}', /^parse: /],
    ['a comma at the end of an object', '{"actions":[{"type":"git_status",}]}', /^parse: /],
    ['a comma that is missing', '{"actions":[{"type":"read_file" "path":"a"}]}', /^parse: /],
    ['comments', '{"actions":[{"type":"git_status"} // look\n]}', /^parse: /],
    ['block comments', '{/* look */"actions":[{"type":"git_status"}]}', /^parse: /],
    ['an ellipsis', '{"actions":[{"type":"git_status"},...]}', /^parse: /],
    ['Python\'s words', '{"actions":[{"type":"git","operation":"diff","args":{"staged":True}}]}', /^parse: /],
    ['undefined', '{"actions":[{"type":"read_file","path":undefined}]}', /^parse: /],
    ['NaN', '{"actions":[{"type":"read_tree","limit":NaN}]}', /^parse: /],
    ['a number with a plus', '{"actions":[{"type":"read_tree","limit":+5}]}', /^parse: /],
    ['a hexadecimal number', '{"actions":[{"type":"read_tree","limit":0x10}]}', /^parse: /],
    ['a bare line end in a text', '{"actions":[{"type":"read_file","path":"a\nb"}]}', /^parse: /],
    ['a bare tab in a text', '{"actions":[{"type":"read_file","path":"a\tb"}]}', /^parse: /],
    ['a wrong escape', '{"actions":[{"type":"read_file","path":"C:\\dir\\x"}]}', /^parse: /],
    ['template quotes', '{"actions":[{"type":"write_file","path":"a","content":`x`}]}', /^parse: /],
    ['triple quotes', '{"actions":[{"type":"write_file","path":"a","content":"""x"""}]}', /^parse: /],
    ['one bracket too few', '{"actions":[{"type":"git_status"}}', /^parse: /],
    ['one bracket of the wrong kind', '{"actions":({"type":"git_status"})}', /^parse: /],
    ['YAML', 'actions:\n  - type: git_status\n', /^parse: /],
    ['XML', '<actions><action type="git_status"/></actions>', /^parse: /],
    ['a call in XML around JSON', '<tool_call>{"name":"git_status","arguments":{}}</tool_call>', 'validation: json: unknown field "name"'],
    ['a provider\'s own form of calls', '{"tool_calls":[{"function":{"name":"git_status","arguments":"{}"}}]}', 'validation: json: unknown field "tool_calls"'],
    ['a single action', '{"type":"git_status"}', 'validation: json: unknown field "type"'],
    ['a single action as the list', '{"actions":{"type":"git_status"}}', 'validation: actions: expected array, received object'],
    ['actions as a text', JSON.stringify({ actions: '[{"type":"git_status"}]' }), 'validation: actions: expected array, received string'],
    ['an action as a text', JSON.stringify({ actions: ['{"type":"git_status"}'] }), 'validation: action[0] is not an object'],
    ['an action as a list', '{"actions":[[{"type":"git_status"}]]}', 'validation: action[0] is not an object'],
    ['an action that is null', '{"actions":[null]}', 'validation: action[0] is not an object'],
    ['another name of the type', '{"actions":[{"action":"git_status"}]}', 'validation: action[0] missing type'],
    ['a type in capitals', '{"actions":[{"type":"GIT_STATUS"}]}', 'validation: action[0] unknown action type: GIT_STATUS'],
    ['a type with a space', '{"actions":[{"type":"git_status "}]}', 'validation: action[0] unknown action type: git_status '],
    ['a type of another system', '{"actions":[{"type":"bash","command":"ls"}]}', 'validation: action[0] unknown action type: bash'],
    ['a type of the language', '{"actions":[{"type":"constructor"}]}', 'validation: action[0] unknown action type: constructor'],
    ['another type of the language', '{"actions":[{"type":"__proto__"}]}', 'validation: action[0] unknown action type: __proto__'],
    ['a type that is a list', '{"actions":[{"type":["git_status"]}]}', 'validation: action[0] type: expected string, received array'],
    ['fields below "args"', '{"actions":[{"type":"read_file","args":{"path":"a"}}]}', 'validation: action[0] read_file requires path'],
    ['a prototype among the fields', '{"actions":[{"type":"git_status","__proto__":{"x":1}}]}', 'validation: json: unknown field "__proto__"'],
    ['a prototype instead of fields', '{"actions":[{"type":"read_file","__proto__":{"path":"a"}}]}', 'validation: action[0] read_file requires path'],
    ['a prototype of the envelope', `{"__proto__":${status}}`, 'validation: json: unknown field "__proto__"'],
    ['actions twice', '{"actions":[{"type":"git_status"}],"actions":[{"type":"git_diff"}]}', 'validation: json: duplicate field "actions"'],
    ['a good action before a bad one', '{"actions":[{"type":"run_command","command":"rm x"},{"type":"read_file"}]}', 'validation: action[1] read_file requires path'],
    ['a number as a text', '{"actions":[{"type":"read_tree","limit":"5"}]}', 'validation: action[0] read_tree: limit: Invalid input: expected number, received string'],
    ['a truth value as a text', '{"actions":[{"type":"git_status"}],"stop_on_error":"true"}', 'validation: stop_on_error: expected boolean, received string'],
    ['a number too large for one', '{"actions":[{"type":"read_tree","limit":1e999}]}', /^validation: action\[0\] read_tree: limit: /],
    ['an empty object in a fence', '```json\n{}\n```', 'validation: action envelope must include at least one action'],
    ['an apology', 'I am sorry, I cannot do that {yet}.', /^parse: /],
    ['the word null', 'null', 'parse: the answer is not a JSON object'],
    ['a number', '42', 'parse: the answer is not a JSON object'],
    ['thinking only', `<think>${danger}</think>`, /^parse: /],
    ['thinking that never ends', `<think>I could ${danger}`, /^parse: /],
    ['thinking about thinking', `<think>a <think> b ${danger} </think>`, /^parse: /],
  ])('%s', (_what, answer, message) => {
    const said = shown(answer);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('a nest of ten thousand lists, nor does it end the page', () => {
    expect(shown(`{"actions":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toBe('validation: action[0] is not an object');
  });

  it.each([
    ['a mark of a block in thinking', `<think>\n---(FILE_CONTENT_#1)---\ndraft\n---(FILE_CONTENT_#1)---\n</think>\n{"actions":[{"tool":"write_file","args":{"path":"a","content":"FILE_CONTENT_#1"}}],"stop_reason":"continue"}`, ['write_file refused: missing_fields']],
    ['an envelope in a block', `{"actions":[],"stop_reason":"fail"}\n---(FILE_CONTENT_#1)---\n{"actions":[{"tool":"run","args":{"cmd":"rm -rf src"}}],"stop_reason":"continue"}\n---(FILE_CONTENT_#1)---`, []],
    ['an envelope in a block that was cut off', `no JSON\n---(FILE_CONTENT_#1)---\n{"actions":[{"tool":"run","args":{"cmd":"rm -rf src"}}],"stop_reason":"continue"}\n`, /^parse: /],
    ['two different envelopes', '{"actions":[{"tool":"run","args":{"cmd":"a"}}],"stop_reason":"continue"} or rather {"actions":[{"tool":"run","args":{"cmd":"b"}}],"stop_reason":"continue"}', 'parse: unexpected trailing JSON tokens'],
    ['arguments as a text', '{"actions":[{"tool":"run","args":"{\\"cmd\\":\\"ls\\"}"}],"stop_reason":"continue"}', 'validation: action[0].args must be a dictionary/object, but got string.'],
    ['a stop reason in capitals', '{"actions":[],"stop_reason":"DONE"}', 'validation: Invalid stop_reason: \'DONE\'. Must be one of: \'continue\', \'done\', \'fail\'.'],
    ['the first document\'s form', status, 'validation: Missing required field: \'stop_reason\'. Your JSON must include a \'stop_reason\' field (one of: \'continue\', \'done\', \'fail\').'],
  ])('atloop: %s', (_what, answer, expected) => {
    const said = shown(answer, atloop);
    if (expected instanceof RegExp) expect(said).toMatch(expected);
    else expect(said).toEqual(expected);
  });

  it.each([
    ['text behind the object', '{"path":"a"} and then'],
    ['a text', '"a"'],
    ['a list', '[{"path":"a"}]'],
    ['a fence', '```json\n{"path":"a"}\n```'],
    ['JSON in JSON', JSON.stringify('{"path":"a"}')],
    ['a cut', '{"path":"a'],
    ['null', 'null'],
  ])('a native call whose arguments are %s', (_what, sent) => {
    const decoded = nativeDialect.decode('', [{ call_id: 'a', name: 'read_file', arguments: sent }], tabloom);
    const call = decoded.kind === 'calls' ? decoded.calls[0] : undefined;
    // What is JSON but no object is refused by the schema, when the call is made.
    expect(call?.refusal?.code ?? (typeof call?.arguments === 'object' && call.arguments !== null && 'path' in call.arguments ? 'executable' : 'refused by the schema')).not.toBe('executable');
  });
});
