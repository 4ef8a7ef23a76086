/** The line editor at the prompt: history, completion, undo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandHistory } from '../../src/runtime/shell/interactive/history-expansion.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { NEW_PROMPT, runAtTerminal, type Step } from '../support/terminal-session.ts';

describe('history expansion', () => {
  const history = ['git commit -m "first try"', 'ls -l /usr/local/file.txt', 'echo one two three'];
  const expand = (line: string): string => {
    try {
      return expandHistory(line, history).text;
    } catch (e) {
      return (e as Error).message;
    }
  };

  it.each([
    ['!!', 'echo one two three'], ['sudo !!', 'sudo echo one two three'], ['cat !$', 'cat three'], ['x !^ !*', 'x one one two three'], ['!1', history[0]!], ['!-2', history[1]!], ['!git', history[0]!], ['!?local?', history[1]!],
    ['echo !ls:2', 'echo /usr/local/file.txt'], ['echo !ls:$:h', 'echo /usr/local'], ['echo !ls:$:t', 'echo file.txt'], ['echo !ls:$:r', 'echo /usr/local/file'], ['!!:s/two/2/', 'echo one 2 three'], ['!!:gs/e/E/', 'Echo onE two thrEE'],
    ['^two^2^', 'echo one 2 three'], ['!git:3', '"first try"'], ['!!:1-2', 'one two'], ['echo a!!', 'echo aecho one two three'],
  ])('%s', (line, text) => expect(expand(line)).toBe(text));

  it.each(['echo !', "echo '!!'", 'echo \\!x', 'echo $!', 'echo ${!x}', '[[ a != b ]]', 'echo "hi!"', 'case x in [!a]) ;; esac'])('leaves %s alone', (line) => expect(expand(line)).toBe(line));

  it('says what it does not find', () => {
    expect(expand('!nosuch')).toBe('!nosuch: event not found');
    expect(expand('!99')).toBe('!99: event not found');
    expect(expand('^zzz^y^')).toBe(':s^zzz^y^: substitution failed');
    expect(expand('!!:9')).toBe(':9: bad word specifier');
    expect(expandHistory('!!:p', history)).toEqual({ text: 'echo one two three', changed: true, printOnly: true });
  });
});

describe('editing at the prompt', () => {
  let sandbox: SandboxBrowser;
  beforeAll(async () => {
    sandbox = await openSandbox();
    await sandbox.mount({
      'package.json': { file: { contents: '{"scripts":{"build-all":"true","check":"true"}}' } },
      '.git': { directory: { HEAD: { file: { contents: 'ref: refs/heads/main\n' } }, refs: { directory: { heads: { directory: { 'feature-x': { file: { contents: 'x\n' } } } } } } } },
      'some file.txt': { file: { contents: 'in it\n' } },
    });
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  /** What the commands of a session print: each is typed at its own prompt. */
  async function outputs(lines: string[]): Promise<string[]> {
    const steps: Step[] = lines.map((keys) => [NEW_PROMPT, keys] as Step);
    const { output } = await runAtTerminal(sandbox, 'bash', ['--norc'], [...steps, [NEW_PROMPT, 'exit\r']], { PS1: '> > ', HISTFILE: '/dev/null' });
    const plain = output.replace(/\x1b\[\??[0-9;]*[a-zA-Z]/g, '');
    return plain.split('\n').map((line) => line.replace(/\r+$/, '').replace(/^[^\n]*\r/, '')).filter((line) => line.startsWith('= '));
  }

  it('completes commands, files, scripts, branches, variables and homes', async () => {
    expect(await outputs([
      'echo = some\t\r', 'echo = npm run bui\t\r', 'echo = $HOM\t\r', 'echo = ~us\t\r',
    ])).toEqual(['= some file.txt', '= npm run bui', '= /home', '= /home/']);
    expect(await outputs(['npm() { echo = npm "$@"; }\r', 'npm run bui\t\r', 'git() { echo = git "$@"; }\r', 'git sw\tfea\t\r'])).toEqual(['= npm run build-all', '= git switch feature-x']);
  }, 30_000);

  it('completes the name of a command, and lists choices at two Tabs that change nothing', async () => {
    expect(await outputs(['ech\t= typed\r'])).toEqual(['= typed']);
    await sandbox.mount({ choices: { directory: { 'pick-one': { file: { contents: '' } }, 'pick-two': { file: { contents: '' } } } } });
    const { output } = await runAtTerminal(sandbox, 'bash', ['--norc'], [[NEW_PROMPT, 'echo choices/p\t'], ['ick-', '\t\t'], ['pick-one  pick-two\r\n', 'o\t\r'], ['\r\nchoices/pick-one\r\n', 'exit\r']], { PS1: '> ', HISTFILE: '/dev/null' });
    expect(output.split('pick-one  pick-two')).toHaveLength(2);
  }, 30_000);

  it('shows folder, branch and how the last command ended where no prompt is set', async () => {
    const { output } = await runAtTerminal(sandbox, 'bash', ['--norc'], [[NEW_PROMPT, 'mkdir -p sub && cd sub\r'], [NEW_PROMPT, 'cd /tmp\r'], [NEW_PROMPT, 'false\r'], [NEW_PROMPT, 'exit\r']], { HISTFILE: '/dev/null' });
    // What is drawn again with every key counts once.
    const prompts = output.match(/\x1b\[1;34m[^$]*\$/g)!.filter((text, i, all) => text !== all[i - 1]);
    const home = /^\x1b\[1;34m(~\/[^\x1b]+)/.exec(prompts[0]!)![1]!;
    expect(prompts).toEqual([`\x1b[1;34m${home}\x1b[0m \x1b[33mmain\x1b[0m \x1b[32m$`, `\x1b[1;34m${home}/sub\x1b[0m \x1b[33mmain\x1b[0m \x1b[32m$`, '\x1b[1;34m/tmp\x1b[0m \x1b[32m$', '\x1b[1;34m/tmp\x1b[0m \x1b[31m$']);
  }, 30_000);

  it('undoes, moves by words, changes their case, and recalls arguments', async () => {
    expect(await outputs([
      'echo = one two\x17\x1f\r', 'echo = abc def\x1bb\x1bu\r', 'echo = first\r', 'echo = last\r', 'echo = \x1b.\x1b.\r', 'echo = ab\x02\x14\r', 'xx\x01echo = \r', 'echo = keep\x15echo = new\x19\r',
    ])).toEqual(['= one two', '= abc DEF', '= first', '= last', '= first', '= ba', '= xx', '= newecho = keep']);
  }, 30_000);

  it('takes lines from the history', async () => {
    expect(await outputs(['echo = alpha beta\r', 'echo = !$\r', '^beta^gamma\r', '\x10\r', '\x12alp\r'])).toEqual(['= alpha beta', '= beta', '= gamma', '= gamma', '= alpha beta']);
  }, 30_000);
});
