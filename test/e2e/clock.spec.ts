/** Somebody sets the computer's time by hours while an agent holds a lock, waits for the service and for a trigger: what is shown and what ends goes on as before. */
import { expect, test } from 'playwright/test';
import { calls, says, sseServer, type Answer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

const HOUR = 3_600_000;
const call = (name: string, args: object, id: string = name): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });

test('the time of day jumps by hours in a tab: nothing ends early or late, and all tabs show the same', { tag: '@soak' }, async ({ page, context }) => {
  test.setTimeout(240_000);
  const busy: Answer = (response) => { response.writeHead(429, { 'retry-after': '20', 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }).end('{}'); };
  const service = await sseServer([
    calls(call('acquire_lock', { resource_key: 'lock://repo/main', ttl_seconds: 600 })),
    busy,
    calls(call('wait_for_trigger', { type: 'webhook', source: 'github', event: 'push', timeout: '10m' })),
    says('Over.'),
  ]);
  try {
    await page.addInitScript((baseUrl) => {
      localStorage.setItem('tabloom.settings', JSON.stringify({ baseUrl, model: 'test-model' }));
      const real = Date;
      let set = 0;
      class Moved extends real {
        constructor(...parts: unknown[]) {
          if (parts.length === 0) super(real.now() + set);
          else super(...parts as [number]);
        }
        static override now(): number { return real.now() + set; }
      }
      Object.assign(globalThis, { Date: Moved, setTime: (ms: number) => { set = ms; } });
    }, service.baseUrl);
    const jump = async (hours: number): Promise<void> => page.evaluate((ms) => (globalThis as unknown as { setTime(ms: number): void }).setTime(ms), hours * HOUR);
    const [first, second] = [new WorkspacePage(page), new WorkspacePage(await context.newPage())];
    await first.open();
    await second.open(page.url());
    const region = ({ page: tab }: WorkspacePage) => tab.getByRole('region', { name: 'Work' });
    for (const { page: tab } of [first, second]) await tab.getByRole('button', { name: 'Peers: 2 tabs are here' }).click();
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Hold it');
    await page.getByRole('button', { name: 'Run', exact: true }).click();

    // The lock lasts ten minutes; the service is asked again in twenty seconds.
    const steps = page.getByRole('list', { name: 'What the agent did' });
    const left = ({ page: tab }: WorkspacePage) => tab.getByRole('list', { name: 'Locks' }).getByRole('timer');
    await expect(steps).toContainText(/Trying again in (20|1\d) s/);
    for (const hours of [-5, 5]) {
      await jump(hours);
      const shown = await steps.textContent();
      await expect(steps).not.toHaveText(shown!);
      await expect(steps).toContainText(/Trying again in (1\d|\d) s/);
      for (const workspace of [first, second]) await expect(left(workspace)).toHaveText(/^9 min \d+ s left$/);
      await first.type(`echo ${hours} >> clock.txt`);
      await first.waitUntilSaved();
    }
    expect(service.requests).toHaveLength(2);
    for (const workspace of [first, second]) await expect(region(workspace).getByRole('list', { name: 'Waiting' })).toContainText('waits for a webhook push of github', { timeout: 60_000 });

    // A waiter and a lock whose time was over by the tab's own time are still there for the other one, and the trigger finds it.
    await jump(-8);
    await jump(8);
    for (const workspace of [first, second]) await expect(left(workspace)).toHaveText(/^(9|8) min \d+ s left$/);
    await second.page.getByRole('list', { name: 'Waiting' }).getByRole('button', { name: 'Wake agent' }).click();
    await second.page.getByRole('button', { name: 'Wake agent', exact: true }).last().click();
    await expect(page.locator('#region-agent [data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 30_000 });
    const { messages } = service.requests.at(-1)!.body as { messages: { content: string }[] };
    expect(messages.at(-1)!.content).not.toMatch(/timed out|timeout/i);
    for (const workspace of [first, second]) await expect(region(workspace)).toContainText('Nothing is locked.');
    await page.reload();
    await first.entry('clock.txt').click();
    await expect(first.editorText).toContainText(/-5\s*5/);
  } finally {
    await service.close();
  }
});
