import type { ToolResult } from '../../tools/result.ts';

/** What the runtime adds for the model alone, after a result's output. */
export function reminderText(result: ToolResult): string {
  return (result.reminders ?? []).map((text) => `\n<system-reminder>${text}</system-reminder>`).join('');
}
