/** atloop, S5: twelve tools. */
import * as z from 'zod';
import { isRecord } from '../../shared/json.ts';
import { pathField } from '../tool.ts';
import { toAtloop } from '../views/atloop.ts';
import { only, systemRegistry } from './system.ts';
import type { System } from './system.ts';
import type { ToolRegistry } from '../registry.ts';

/** Its documents ask for no more than this in one turn; more is written, with a remark. */
const MAX_CHARS = 6_000;

const editInput = z.strictObject({
  path: pathField,
  content: z.string().min(1).describe('<old>text to replace</old><new>replacement</new>; the old text has to occur exactly once.'),
  replace_all: z.boolean().optional(),
});

/** Its files always end with a newline, the empty one too; the tools of the other systems write what they are given. */
function endsWithNewline(as: ReturnType<typeof only>): ReturnType<typeof only> {
  return (tool) => {
    const alias = as(tool);
    return { ...alias, map: (args) => alias.map(args.content === '' ? { ...args, content: '\n' } : args) };
  };
}

export function atloop(all: ToolRegistry): System {
  return {
    name: 'atloop',
    registry: systemRegistry(all, [
      'run',
      { name: 'read_file', tool: 'read_file', as: only(['path', 'offset', 'limit'], { path: 'src/main.py', offset: 50, limit: 51 }) },
      'read_skill_file',
      { name: 'write_file', tool: 'write_file', as: endsWithNewline(only(['path', 'content'], { path: 'src/main.py', content: 'FILE_CONTENT_#1' }, { final_newline: 'ensure' })) },
      { name: 'append_file', tool: 'append_file', as: only(['path', 'content'], { path: 'app.log', content: '[2024-01-01] User logged in\n' }) },
      { name: 'edit_file', tool: 'edit_file', as: { input: editInput, examples: [{ path: 'src/main.py', content: '<old>DEBUG = True</old><new>DEBUG = False</new>' }], map: (args) => args } },
      { name: 'multi_edit_file', tool: 'multi_edit_file', as: only(['edits'], { edits: [{ path: 'src/file1.py', old_string: 'from utils import helper', new_string: 'from utils.helpers import helper' }] }) },
      { name: 'glob', tool: 'glob', as: only(['pattern', 'max_results'], { pattern: '**/*.py', max_results: 10 }) },
      { name: 'search', tool: 'search', as: only(['query', 'glob', 'output_mode', '-A', '-B', '-C', '-i', '-n', 'max_results'], { query: 'def \\w+', glob: '*.py' }) },
      'skill', 'todo_read', 'todo_write',
    ]),
    envelope: 'atloop',
    render: (result) => JSON.stringify(toAtloop(result)),
    remarks({ name, arguments: args }) {
      const content = name === 'write_file' && isRecord(args) && typeof args.content === 'string' ? args.content : '';
      const length = [...content].length;
      return length <= MAX_CHARS ? [] : [`write_file was given ${length} characters; keep to ${MAX_CHARS} in one turn and go on with append_file.`];
    },
  };
}
