/** Agents of two tabs of one project: they call each other, are refused each other's locks, write to each other, and hear of a tab that goes. */
import { expect, test } from 'playwright/test';
import { type Answer, calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

interface Message { role: string; content: string }

let ids = 0;
const call = (name: string, args: object): Answer => calls({ id: `c${++ids}`, name, arguments: JSON.stringify(args) });
const textOf = (messages: readonly Message[], role: string, part: RegExp): string | undefined => messages.findLast((message) => message.role === role && part.test(message.content))?.content;
const idOf = (text: string | undefined): string => /\b(?:call|msg)-[\w-]+/.exec(text ?? '')?.[0] ?? 'nothing';

function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => { open = resolve; });
  return { open, opened };
}

test('an agent calls one that runs in another tab, which is refused its lock, asks and is answered, returns a value, and is gone with its tab', { tag: '@soak' }, async ({ page, context }) => {
  test.setTimeout(600_000);
  /** What has to happen before the service says something; a model may take its time. */
  const moment = { secondTab: gate(), asked: gate(), answered: gate(), over: gate() };
  const after = (when: Promise<void>, then: Answer): Answer => async (response, request) => {
    await when;
    if (!response.destroyed) await then(response, request);
  };
  const never = new Promise<void>(() => undefined);

  /** Keeps a lock, and the only place of the first tab, until all is over. */
  const keeper = (turn: number): Answer => (turn === 0 ? call('acquire_lock', { resource_key: 'lock://repo/main' }) : after(moment.over.opened, says('Kept.')));
  const reviewer = (turn: number, messages: readonly Message[]): Answer => {
    if (messages.find(({ role }) => role === 'user')!.content === 'Stay') return after(never, says(''));
    if (turn === 0) return call('acquire_lock', { resource_key: 'lock://repo/main' });
    if (turn === 1) return call('send_agent_message', { to_agent_id: 'agent', message_type: 'question', message_subject: 'Rounding', message_body: textOf(messages, 'tool', /Lock not acquired/) ?? 'no lock' });
    if (turn === 2) {
      moment.asked.open();
      return after(moment.answered.opened, call('set_status', { text: 'reads' }));
    }
    return turn === 3 ? call('return_value', { value: textOf(messages, 'user', /^Your inbox has one new item/)?.split('\n').at(-1) ?? 'no reply' }) : says('I have read it.');
  };
  const boss = (turn: number, messages: readonly Message[]): Answer => {
    const value = textOf(messages, 'tool', /^Call completed/);
    const failed = textOf(messages, 'tool', /^Call failed/);
    if (turn === 0) return call('call_agent', { target_agent: 'keeper', context: 'Keep it' });
    if (turn === 1) return after(moment.secondTab.opened, call('call_agent', { target_agent: 'reviewer', context: 'Look' }));
    if (turn === 2) return after(moment.asked.opened, call('check_call', { call_id: idOf(textOf(messages, 'tool', /^Call dispatched/)) }));
    if (turn === 3) return call('send_agent_message', { to_agent_id: 'reviewer', in_reply_to: idOf(textOf(messages, 'user', /^Your inbox/)), message_type: 'notification', message_body: 'Down is right' });
    if (turn === 4) moment.answered.open();
    if (failed) return says(failed);
    if (value && messages.at(-1)!.content === value) return call('call_agent', { target_agent: 'reviewer', context: 'Stay' });
    return call('check_call', { call_id: idOf(textOf(messages, 'tool', /^Call dispatched/)) });
  };
  const requests: Message[][] = [];
  const answer: Answer = (response, request) => {
    const messages = service.requests.at(-1)!.body.messages as Message[];
    requests.push(messages);
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const who = /Your name is (\w+)/.exec(messages[0]!.content)?.[1];
    return (who === 'keeper' ? keeper(turn) : who === 'reviewer' ? reviewer(turn, messages) : boss(turn, messages))(response, request);
  };
  const service = await sseServer(Array.from({ length: 80 }, () => answer));
  try {
    await context.addInitScript((baseUrl) => localStorage.setItem('tabloom.settings', JSON.stringify({ baseUrl, model: 'test-model', agentRuns: 1 })), service.baseUrl);
    const first = new WorkspacePage(page);
    await first.open();
    await first.type(`mkdir -p .agents/keeper .agents/reviewer && echo Keep. > .agents/keeper/AGENT.md && printf -- '---\\nrole: code-reviewer\\n---\\nReview.\\n' > .agents/reviewer/AGENT.md`);
    const here = page.getByRole('region', { name: 'Work' });
    await page.getByRole('button', { name: 'Work' }).click();
    await here.getByRole('tab', { name: 'Agents' }).click();
    await expect(here.locator('[data-agent="reviewer"]')).toContainText('code-reviewer · 1 at once');
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Have it reviewed');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(here.locator('[data-run="keeper"]')).toHaveAttribute('data-state', 'running', { timeout: 60_000 });

    const second = new WorkspacePage(await context.newPage());
    await second.open(page.url());
    const there = second.page.getByRole('region', { name: 'Work' });
    // The panel is open there too: how the page is laid out is kept.
    await there.getByRole('tab', { name: 'Agents' }).click();
    moment.secondTab.open();
    const runs = there.locator('[data-run="reviewer"]');
    await expect(runs).toHaveCount(2, { timeout: 240_000 });
    await expect(here.locator('[data-run]')).toHaveCount(1);
    await expect(runs.first()).toHaveAttribute('data-state', 'running');
    await expect(runs.last()).toContainText('Look called by agent · finished');
    const steps = page.getByRole('list', { name: 'What the agent did' });
    await expect(steps).toContainText('Return value: Down is right');
    // The question said who has the lock.
    expect(textOf(requests.find((messages) => /^Your inbox/.test(messages.at(-1)!.content))!, 'user', /^Your inbox/)).toContain('Lock not acquired: Lock held by keeper');

    await second.page.close();
    await expect(page.locator('#region-agent [data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 30_000 });
    await expect(steps).toContainText('Call failed: the tab that ran reviewer is gone');
    // Whoever called is done, so nobody wants what the keeper does any more: its lock is free.
    await expect(here.locator('[data-run="keeper"]')).toHaveAttribute('data-state', 'ended');
    await expect(here.locator('[data-run="keeper"]')).toContainText('caller container exited');
    await page.getByRole('button', { name: 'Peers: only this tab' }).click();
    await expect(here).toContainText('Nothing is locked.');
  } finally {
    moment.over.open();
    await service.close();
  }
});
