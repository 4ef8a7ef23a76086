/** A program at a terminal of the sandbox, as a person meets it: waits for what it shows, then types. */
import type { SandboxBrowser } from './sandbox-browser.ts';

/** What the shell's editor writes at each new prompt, and nowhere else: the prompt's own text is drawn again with every key. */
export const NEW_PROMPT = '\x1b[?2004h';

/** Waits for a text after what was seen so far, then types. `resize` changes the terminal instead. */
export type Step = [wait: string, send: string] | [wait: string, resize: { cols: number; rows: number }];

/** Runs a command on a terminal of 80 x 24 to its end. @throws Error when it ends before the steps are done */
export function runAtTerminal(sandbox: SandboxBrowser, command: string, args: string[], steps: Step[], env: { [name: string]: string } = {}): Promise<{ code: number; output: string }> {
  return sandbox.page.evaluate(async ({ command, args, steps, env }) => {
    const child = await window.harness.container.spawn(command, args, { terminal: { cols: 80, rows: 24 }, env: { NO_COLOR: '1', ...env } });
    let output = '';
    let seen = 0;
    let wake = (): void => {};
    const reading = child.output.pipeTo(new WritableStream({
      write(text) {
        output += text;
        wake();
      },
    }));
    const writer = child.input.getWriter();
    for (const [wait, action] of steps) {
      while (!output.slice(seen).includes(wait)) {
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          void child.exit.then(() => reject(new Error(`ended while ${JSON.stringify(wait)} was expected in ${JSON.stringify(output)}`)));
        });
      }
      seen += output.slice(seen).indexOf(wait) + wait.length;
      if (typeof action === 'string') await writer.write(action);
      else child.resize(action);
    }
    const code = await child.exit;
    await reading;
    return { code, output };
  }, { command, args, steps, env });
}
