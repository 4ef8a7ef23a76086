/** Loom (Go), S1: twenty-one actions. */
import * as z from 'zod';
import { toLoomGo } from '../views/loom-go.ts';
import { only, systemRegistry } from './system.ts';
import type { System } from './system.ts';
import type { ToolRegistry } from '../registry.ts';

const runCommandInput = z.strictObject({
  command: z.string().min(1).describe('Shell command to execute'),
  working_dir: z.string().min(1).optional().describe('Working directory for command'),
});

export function loomGo(all: ToolRegistry): System {
  return {
    name: 'loom-go',
    registry: systemRegistry(all, [
      { name: 'read_file', tool: 'read_file', as: only(['path'], { path: 'src/main.go' }) },
      // Exactly what is given; under its own name the tool ends files with a newline.
      { name: 'write_file', tool: 'write_file', as: only(['path', 'content'], { path: 'src/config.json', content: '{"key": "value"}' }, { final_newline: 'preserve' }) },
      'read_code', 'edit_code',
      { name: 'apply_patch', tool: 'apply_patch', as: only(['patch'], { patch: 'diff --git a/file1.go b/file1.go\n--- a/file1.go\n+++ b/file1.go\n@@ -1 +1 @@\n-old\n+new\n' }) },
      { name: 'read_tree', tool: 'read_tree', as: only(['path', 'max_depth', 'limit'], { path: 'src', max_depth: 3, limit: 100 }) },
      'search_text',
      {
        name: 'run_command', tool: 'run_command',
        as: { input: runCommandInput, examples: [{ command: 'npm install', working_dir: 'frontend' }], map: ({ working_dir: cwd, ...rest }) => ({ ...rest, ...(cwd === undefined ? {} : { cwd }) }) },
      },
      { name: 'run_tests', tool: 'run_tests', as: only(['test_pattern', 'framework', 'timeout_seconds'], { test_pattern: 'TestCalculator', timeout_seconds: 300 }) },
      { name: 'run_linter', tool: 'run_linter', as: only(['files', 'framework', 'timeout_seconds'], { files: ['src/*.js'], timeout_seconds: 300 }) },
      { name: 'build_project', tool: 'build_project', as: only(['build_target', 'build_command', 'framework', 'timeout_seconds'], { build_command: 'npm run build', timeout_seconds: 300 }) },
      'git_status', 'git_diff', 'create_bead', 'close_bead', 'escalate_ceo', 'approve_bead', 'reject_bead', 'ask_followup', 'send_agent_message', 'delegate_task',
    ]),
    envelope: 'actions',
    render: (result) => JSON.stringify(toLoomGo(result)),
  };
}
