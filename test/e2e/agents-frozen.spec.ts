/** The tab that runs the sandbox is stopped by force while agents work in it and in another tab, and goes on later: one of both owns the project at any time, and nothing is written twice. */
import { expect, test } from 'playwright/test';
import { LAUNCH_ARGS } from '../support/find-browser.ts';
import { rendererAtWork } from '../support/peers-browser.ts';
import { type Answer, calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

// A process for each tab, so that stopping one stops only that.
test.use({ launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...LAUNCH_ARGS, '--process-per-tab', '--renderer-process-limit=64'] } });

interface Message { role: string; content: string }

let ids = 0;
const run = (command: string): Answer => calls({ id: `c${++ids}`, name: 'run_command', arguments: JSON.stringify({ command }) });

test('an owner that is stopped while agents work in it and beside it: one of the tabs goes on, its agent is told, and nothing is written twice when the other wakes', { tag: '@soak' }, async ({ page, context }) => {
  test.skip(process.platform !== 'linux', 'Processes of tabs are found on Linux only.');
  test.setTimeout(240_000);
  const asked: string[] = [];
  let told: readonly Message[] = [];
  const answer: Answer = (response, request) => {
    const messages = service.requests.at(-1)!.body.messages as Message[];
    const task = messages.find(({ role }) => role === 'user')!.content;
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    asked.push(`${task}-${turn}`);
    if (task === 'there') told = messages.filter(({ role }) => role === 'tool');
    // The second one never ends by itself while the test runs.
    return (turn > 2 ? says('Done.') : run(`${turn === 1 ? 'sleep 600; ' : ''}echo ${task}-${turn} >> log.txt`))(response, request);
  };
  const service = await sseServer(Array.from({ length: 40 }, () => answer));
  let stopped: number | undefined;
  try {
    await context.addInitScript((baseUrl) => localStorage.setItem('tabloom.settings', JSON.stringify({ baseUrl, model: 'test-model' })), service.baseUrl);
    const [here, there] = [new WorkspacePage(page), new WorkspacePage(await context.newPage())];
    await here.open();
    await there.open(page.url());
    const attached = (workspace: WorkspacePage) => workspace.page.getByText('Runs in another tab');
    await expect(attached(there)).toBeVisible();
    const pid = await rendererAtWork(page);
    for (const [workspace, task] of [[here, 'here'], [there, 'there']] as const) {
      await workspace.page.getByRole('textbox', { name: 'Task for the agent' }).fill(task);
      await workspace.page.getByRole('button', { name: 'Run', exact: true }).click();
    }
    // Both are in their second command, and what the first wrote is in the durable copy.
    for (const workspace of [here, there]) await expect(workspace.page.getByRole('list', { name: 'What the agent did' })).toContainText(/sleep 600; echo (here|there)-1 >> log\.txt\s*running/);
    await here.entry('log.txt').click();
    await expect(here.editorText).toContainText(/here-0/);
    await expect(here.editorText).toContainText(/there-0/);
    await here.waitUntilSaved();
    process.kill(pid, 'SIGSTOP');
    stopped = pid;
    await expect(there.page.getByRole('status').filter({ hasText: 'Files are as they were last saved' })).toContainText('The tab that ran the programs did not answer any more, and this tab took over.', { timeout: 60_000 });
    const end = there.page.locator('#region-agent [data-run-end]');
    await expect(end).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
    expect(told.map(({ content }) => content.split('\n<')[0])).toEqual(['Exit code: 0\n(no output)', 'Error (owner_gone): The tab that ran the sandbox was closed while this was under way. Files are as they were last saved; try again.', 'Exit code: 0\n(no output)']);
    expect(told.at(-1)!.content).toContain('what was written right before may be missing: look at it again before you build on it.');
    await there.waitUntilSaved();

    process.kill(pid, 'SIGCONT');
    stopped = undefined;
    await expect(attached(here)).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('#region-agent')).toContainText('The page was closed or loaded again while the agent worked. What it had done by then is there; what ran was ended.');
    await expect(attached(there)).toHaveCount(0);
    for (const workspace of [here, there]) {
      await workspace.page.getByRole('button', { name: 'New terminal' }).click();
      await workspace.type('clear; sort log.txt | paste -sd, -');
      await expect(workspace.terminal).toContainText('here-0,there-0,there-2');
    }
    expect(asked.sort()).toEqual(['here-0', 'here-1', 'there-0', 'there-1', 'there-2', 'there-3']);
    await here.waitUntilSaved();
  } finally {
    if (stopped !== undefined) process.kill(stopped, 'SIGCONT');
    await service.close();
  }
});
