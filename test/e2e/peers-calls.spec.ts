/** The peers view from another tab: calls as a tree and their end, waits, messages to an agent, the pause; and where webhooks come from besides its form. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { type Answer, calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

interface Message { role: string; content: string }

let ids = 0;
const call = (name: string, args: object): Answer => calls({ id: `c${++ids}`, name, arguments: JSON.stringify(args) });
const last = (messages: readonly Message[], role: string): string => messages.findLast((message) => message.role === role)?.content ?? '';
const faults = async (page: Page): Promise<unknown> => (await new AxeBuilder({ page }).include('#region-work').analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);

/** What has to happen before the model says something; it may take its time. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => { open = resolve; });
  return { open, opened };
}

const after = (when: Promise<void>, then: Answer): Answer => async (response, request) => {
  await when;
  if (!response.destroyed) await then(response, request);
};

test('calls are seen as a tree and cancelled from another tab, waits are ended, an agent is written to, and calls are paused', async ({ page: first, context }) => {
  test.setTimeout(300_000);
  const moment = { sent: gate(), written: gate(), paused: gate(), over: gate() };
  const boss: readonly Answer[] = [
    call('call_agent', { target_agent: 'reviewer', context: 'Look at the pages' }),
    after(moment.sent.opened, call('wait_for_trigger', { type: 'webhook', source: 'timer', timeout: '10m' })),
    call('wait_for_trigger', { type: 'webhook', source: 'shop', timeout: '10m' }),
    after(moment.written.opened, call('set_status', { text: 'has read it' })),
    after(moment.paused.opened, call('call_agent', { target_agent: 'helper', context: 'Count again' })),
    says('Done.'),
  ];
  const asked: Message[][] = [];
  const answer: Answer = (response, request) => {
    const messages = service.requests.at(-1)!.body.messages as Message[];
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const who = /Your name is (\w+)/.exec(messages[0]!.content)?.[1];
    if (who === 'reviewer' && turn === 0) return call('call_agent', { target_agent: 'helper', context: 'Count them' })(response, request);
    if (who === 'reviewer' || who === 'helper') return after(moment.over.opened, says('Late.'))(response, request);
    asked.push(messages);
    return boss[turn]!(response, request);
  };
  const service = await sseServer(Array.from({ length: 40 }, () => answer));
  try {
    await context.addInitScript((baseUrl) => {
      if (localStorage.getItem('tabloom.settings') === null) localStorage.setItem('tabloom.settings', JSON.stringify({ baseUrl, model: 'test-model', agentRuns: 2, personName: 'Mia' }));
    }, service.baseUrl);
    const here = new WorkspacePage(first);
    await here.open();
    await here.type('mkdir -p .agents/helper .agents/reviewer && echo Count. > .agents/helper/AGENT.md && echo Review. > .agents/reviewer/AGENT.md');
    await here.waitUntilSaved();
    const second = await context.newPage();
    await new WorkspacePage(second).open(first.url());
    await second.getByRole('button', { name: 'Peers: 2 tabs are here' }).click();
    const there = second.getByRole('region', { name: 'Work' });
    // Each part says what it is to somebody who has never seen it.
    for (const [title, about] of [
      ['People and tabs', 'Everybody who has this project open.'], ['Active agents', 'An agent is a program that works on a task with a language model.'], ['Locks', 'A lock keeps other agents away from a thing while one works on it'],
      ['Waiting', 'An agent can stop until something happens'], ['Calls', 'An agent can ask another one to do a part of its task: that is a call.'], ['Webhooks', 'A webhook is a message that a website sends when something happens there'],
    ] as const) await expect(there.getByRole('region', { name: new RegExp(`^${title}`) })).toContainText(about);
    await first.getByRole('textbox', { name: 'Task for the agent' }).fill('Have it reviewed');
    await first.getByRole('button', { name: 'Run', exact: true }).click();

    const tree = there.getByRole('list', { name: 'Calls', exact: true });
    const nested = tree.getByRole('list', { name: 'Calls that reviewer made' });
    await expect(nested.getByRole('listitem')).toContainText(/reviewer → helper.*is being answered.*Count them/, { timeout: 90_000 });
    await expect(tree).toContainText(/agent → reviewer.*Look at the pages/);
    expect(await faults(second)).toEqual([]);
    if (process.env.TABLOOM_SHOTS) {
      await second.setViewportSize({ width: 1280, height: 1800 });
      await tree.scrollIntoViewIfNeeded();
      await second.screenshot({ path: `${process.env.TABLOOM_SHOTS}/calls.png` });
      await second.setViewportSize({ width: 1280, height: 720 });
    }
    await nested.getByRole('button', { name: 'Cancel the call of reviewer to helper' }).click();
    await expect(there).toContainText('The call to helper was cancelled.');
    await expect(nested.getByRole('listitem')).toContainText(/failed.*cancelled by Mia/);
    await expect(nested.getByRole('button')).toHaveCount(0);
    await tree.getByRole('button', { name: 'Cancel the call of agent to reviewer' }).click();
    await expect(tree.locator('> li').first()).toContainText(/failed.*cancelled by Mia/);

    // A webhook that nobody waited for is sent again when somebody does.
    const form = there.getByRole('form', { name: 'Send a webhook' });
    await form.getByLabel('Example').selectOption('A timer');
    await form.getByRole('button', { name: 'Send webhook' }).click();
    await expect(there).toContainText('Sent: nobody waited for it.');
    moment.sent.open();
    const waiting = there.getByRole('list', { name: 'Waiting' });
    await expect(waiting).toContainText('waits for a webhook of timer', { timeout: 30_000 });
    await there.getByRole('list', { name: 'Webhooks that came' }).getByRole('button', { name: 'Send timer: tick again' }).click();
    await expect(there).toContainText('Sent again: woke agent.');

    await expect(waiting).toContainText('waits for a webhook of shop', { timeout: 30_000 });
    await waiting.getByRole('button', { name: 'End the wait of agent' }).click();
    await expect(there).toContainText('agent no longer waits.');
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(4);
    expect(last(asked[2]!, 'tool')).toContain('"minutes": 10');
    expect(last(asked[3]!, 'tool')).toContain('cancelled by Mia');

    const agents = there.getByRole('list', { name: 'Active agents' });
    await agents.getByRole('button', { name: 'Write to agent' }).click();
    await agents.getByLabel('Message to agent').fill('Mind the empty page');
    await agents.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(agents).toContainText('Sent. agent reads it with its next turn.');
    moment.written.open();
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(5);
    expect(asked[4]!.filter(({ role }) => role === 'user').at(-1)!.content).toContain('Mind the empty page');

    await there.getByLabel('Pause all calls').check();
    await expect(there).toContainText('Calls are paused in all tabs.');
    moment.paused.open();
    await expect(first.locator('#region-agent [data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 30_000 });
    expect(last(asked[5]!, 'tool')).toContain('scheduler is paused');
    await there.getByLabel('Pause all calls').uncheck();
    await expect(there).toContainText('Calls go on.');
    await expect(there.getByLabel('Pause all calls')).not.toBeChecked();
    expect(await faults(second)).toEqual([]);
  } finally {
    moment.over.open();
    await service.close();
  }
});

test('webhooks come from a relay and from the page around this one, where a person has set them', { tag: '@soak' }, async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  const app = new URL(baseURL!);
  const listeners: ServerResponse[] = [];
  // Another port is another origin of the same site, so that the frame has its storage.
  const site = createServer((request, response) => {
    if (request.url === '/relay') {
      listeners.push(response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' }));
      response.write(':\n\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>A school</title><iframe title="Demo" style="width: 1240px; height: 680px" allow="cross-origin-isolated" src="${app.href}"></iframe>
      <script>receipts = []; addEventListener('message', ({ data }) => receipts.push(data)); send = (id) => frames[0].postMessage({ type: 'tabloom-webhook', id, source: 'school', event: 'bell', payload: { lesson: 3 } }, '*');</script>`);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const { port } = site.address() as AddressInfo;
  try {
    await page.goto(`http://${app.hostname}:${port}/`);
    const frame = page.frameLocator('iframe[title="Demo"]');
    await expect(frame.getByRole('tree', { name: 'Project files' })).toBeVisible({ timeout: 60_000 });
    await frame.getByRole('button', { name: 'Peers: only this tab' }).click();
    const region = frame.getByRole('region', { name: 'Work' });
    const settings = region.getByRole('group').filter({ hasText: 'Where webhooks may come from' });
    await settings.getByText('Where webhooks may come from').click();
    await expect(settings).toContainText('No relay is set.');
    const save = settings.getByRole('button', { name: 'Save' });
    await settings.getByLabel('Relay').fill('smee.io/abc');
    await expect(settings).toContainText('The address of a relay begins with https://');
    await expect(save).toBeDisabled();
    await settings.getByLabel('Relay').fill(`http://127.0.0.1:${port}/relay`);
    await settings.getByLabel('Pages that may send webhooks').fill(`http://${app.hostname}:${port}/path`);
    await expect(settings).toContainText('No origin: ');
    await expect(save).toBeDisabled();
    await settings.getByLabel('Pages that may send webhooks').fill(`http://${app.hostname}:${port}`);
    // Not allowed before it is saved: no answer, and nothing came.
    await page.evaluate('send("early")');
    await save.click();
    await expect(settings).toContainText('Connected. 0 webhooks so far.', { timeout: 30_000 });
    const came = region.getByRole('list', { name: 'Webhooks that came' }).getByRole('listitem');
    listeners[0]!.write(`data: ${JSON.stringify({ 'x-github-event': 'push', 'x-github-delivery': 'd-1', body: { ref: 'refs/heads/main' } })}\n\n`);
    await expect(settings).toContainText('Connected. 1 webhook so far.');
    await expect(came.filter({ hasText: 'github: push' })).toContainText('from the relay');
    await page.evaluate('send("later")');
    await expect(came.filter({ hasText: 'school: bell' })).toContainText('from the page around this one');
    await expect(came).toHaveCount(2);
    await expect.poll(() => page.evaluate('receipts')).toEqual([{ type: 'tabloom-webhook-receipt', id: 'later', handled: false, woke: [] }]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
