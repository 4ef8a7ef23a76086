/** The agent with a model of the person's own: an OpenAI-compatible service that streams, and all the ways in which one fails. */
import { expect, test, type Page } from 'playwright/test';
import { type Answer, breaksOff, calls, refuses, says, sseServer, type SseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

let service: SseServer | undefined;
test.afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function start(page: Page, answers: Answer[], { dialect = 'native' as 'native' | 'json', key = 'sk-test' } = {}): Promise<WorkspacePage> {
  service = await sseServer(answers);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await page.getByRole('button', { name: 'Model and key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Model and key' });
  await dialog.getByLabel('Base address').fill(service.baseUrl);
  await dialog.getByLabel('Model', { exact: true }).fill('test-model');
  await dialog.getByLabel('Key', { exact: true }).fill(key);
  if (dialect === 'json') await dialog.getByLabel('JSON actions in its text').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  return workspace;
}

async function ask(page: Page, task: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Task for the agent' }).fill(task);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

const end = (page: Page) => page.locator('[data-run-end]');
const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });
const FIX = { path: 'src/pages.js', old_string: 'return Math.floor(items.length / size);', new_string: 'return Math.ceil(items.length / size);' };

test('from red to green to a commit, by native tool calls', { tag: '@soak' }, async ({ page }) => {
  test.setTimeout(300_000);
  const workspace = await start(page, [
    calls(call('a', 'run_tests', {})),
    calls(call('b', 'edit_file', FIX)),
    calls(call('c', 'run_tests', {}), call('d', 'git', { operation: 'commit', args: { message: 'Round up', files: ['src/pages.js'] } })),
    says('Fixed ', 'and committed.'),
  ]);
  await ask(page, 'Fix the failing test and commit.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'done', { timeout: 240_000 });
  await expect(page.locator('[data-tool]').evaluateAll((all) => all.map((card) => `${card.getAttribute('data-tool')} ${card.getAttribute('data-state')}`))).resolves.toEqual(['run_tests failed', 'edit_file done', 'run_tests done', 'git done']);
  await expect(page.getByText('Fixed and committed.')).toBeVisible();
  expect(service!.requests).toHaveLength(4);
  expect(service!.requests[0]!.authorization).toBe('Bearer sk-test');
  expect(service!.requests[0]!.body).toMatchObject({ model: 'test-model', stream: true });
  await workspace.type('clear; git log --format=%s -1 | cat');
  await expect(workspace.terminal).toContainText('Round up');
});

test('the same by the JSON action envelope', { tag: '@soak' }, async ({ page }) => {
  test.setTimeout(300_000);
  await start(page, [
    says('<think>I should look { first }</think>\n```json\n', JSON.stringify({ actions: [{ type: 'run_tests' }, { type: 'edit_file', ...FIX }, { type: 'run_tests' }], notes: 'fixing' }), '\n```'),
    says('{"actions":[{"type":"git","operation":"commit","args":{"message":"Round up","files":["src/pages.js"]}},{"type":"done"}]}'),
    says('{"actions":[{"type":"done"}]}'),
  ], { dialect: 'json' });
  await ask(page, 'Fix the failing test and commit.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'done', { timeout: 240_000 });
  const steps = await page.locator('[data-tool]').evaluateAll((all) => all.map((card) => `${card.getAttribute('data-tool')} ${card.getAttribute('data-state')}`));
  expect(steps.slice(0, 4)).toEqual(['run_tests failed', 'edit_file done', 'run_tests done', 'git done']);
});

test('a command in the background shows on its card and among the processes, and is stopped from the card', async ({ page }) => {
  const workspace = await start(page, [calls(call('a', 'run_command', { command: 'sleep 1234', background: true })), says('It runs.')]);
  await ask(page, 'Start it.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
  const state = page.locator('[data-background]');
  await expect(state).toHaveAttribute('data-state', 'running');
  await page.getByRole('button', { name: 'Processes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Processes' });
  await expect(dialog.getByRole('row').filter({ hasText: 'sleep 1234' }).first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await state.getByRole('button', { name: 'Stop' }).click();
  await expect(state).toHaveAttribute('data-state', 'ended');
  await expect(state).toHaveText(/No longer running\./);
  await workspace.type('clear; pgrep -f "sleep 123[4]" || echo "none is left"');
  await expect(workspace.terminal).toContainText('none is left');
});

test('a stream that breaks off runs nothing of the half-told call', async ({ page }) => {
  const workspace = await start(page, [breaksOff, breaksOff, breaksOff, breaksOff, breaksOff, breaksOff]);
  await ask(page, 'Write a file.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'provider_error', { timeout: 120_000 });
  await expect(page.locator('[data-tool]')).toHaveCount(0);
  await expect(workspace.entry('half.txt')).toHaveCount(0);
  await expect(page.getByText(/broke|connection/i).first()).toBeVisible();
});

test('a refused key is said once and not tried again', async ({ page }) => {
  await start(page, [refuses(401, 'Incorrect API key provided')], { key: 'sk-wrong' });
  await ask(page, 'Anything.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'provider_error');
  await expect(page.getByText('The key was refused.')).toBeVisible();
  expect(service!.requests).toHaveLength(1);
});

test('a busy service is asked again after the time it names, visibly, and the wait can be cancelled', async ({ page }) => {
  test.setTimeout(180_000);
  await start(page, [refuses(429, 'Slow down', { 'retry-after': '1' }), says('Here I am.'), refuses(429, 'Slow down', { 'retry-after': '50' })]);
  await ask(page, 'Say something.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
  await expect(page.getByText('Here I am.')).toBeVisible();
  expect(service!.requests).toHaveLength(2);
  await ask(page, 'Again.');
  await expect(page.getByText(/Trying again in \d+ s \(/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(end(page).last()).toHaveAttribute('data-run-end', 'aborted');
});

test('malformed arguments go back to the model as the documented error, and nothing runs', async ({ page }) => {
  test.setTimeout(180_000);
  const workspace = await start(page, [
    calls({ id: 'x', name: 'write_file', arguments: '{"path": "bad.txt", "content": ' }),
    calls(call('y', 'write_file', { path: 'good.txt', content: 'refused', contents: 'misspelt' })),
    calls(call('z', 'write_file', { path: 'good.txt', content: 'written\n' })),
    says('Done.'),
  ]);
  await ask(page, 'Write good.txt.');
  await expect(end(page)).toHaveAttribute('data-run-end', 'done', { timeout: 120_000 });
  await expect(workspace.entry('good.txt')).toBeVisible();
  await expect(workspace.entry('bad.txt')).toHaveCount(0);
  const { messages } = service!.requests[2]!.body as { messages: { role: string; content: string }[] };
  expect(messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('json: unknown field "contents"') });
});

test('Stop ends a running command at once', async ({ page }) => {
  test.setTimeout(180_000);
  await start(page, [calls(call('a', 'run_command', { command: 'echo started; sleep 300' })), says('never')]);
  await ask(page, 'Wait for long.');
  await expect(page.locator('[data-tool="run_command"]')).toContainText('started', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(end(page)).toHaveAttribute('data-run-end', 'aborted', { timeout: 15_000 });
  expect(service!.requests).toHaveLength(1);
});
