/**
 * What `jsh` does for the page around its terminal: `--osc` marks in the output where the prompt is and how commands end, in the sequences that products for
 * WebContainers look for (number 654); `--allow-commands` and `--no-redirects` keep a lesson's terminal to what the lesson is about. They are no wall: a program that may be run may do anything.
 */

/** Which commands a person may type, and whether redirections to files work. */
export interface Restrictions { commands: readonly string[] | null; redirects: boolean }

export interface EmbedderOptions { osc: boolean; restrictions: Restrictions | null }

/** Reads the options of `jsh` that bash does not have, and returns those that are left. */
export function embedderOptions(args: readonly string[]): { options: EmbedderOptions; rest: string[] } {
  const rest: string[] = [];
  let osc = false;
  let redirects = true;
  let commands: string[] | null = null;
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--osc') osc = true;
    else if (args[i] === '--no-redirects') redirects = false;
    else if (args[i] === '--allow-commands') commands = (args[++i] ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '');
    else rest.push(args[i]!);
  }
  return { options: { osc, restrictions: redirects && commands === null ? null : { commands, redirects } }, rest };
}

/** Marks for the page. The first prompt says that the shell is ready for input. */
export function marks(osc: boolean, write: (text: string) => void): { prompt(): void; end(status: number, pid: number): void } {
  let ready = false;
  const mark = (text: string): void => {
    if (osc) write(`\u001b]654;${text}\u0007`);
  };
  return {
    prompt() {
      if (!ready) mark('interactive');
      ready = true;
      mark('prompt');
    },
    end: (status, pid) => mark(`exit=${status}:${pid}`),
  };
}
