/** The model of the preview panel over a sandbox that is only its events. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPreviews, type Previews } from '../../src/ui/preview/previews.ts';

const url = (port: number): string => `http://${port}-abc.tabloom.localhost:5173/`;

let emit: (event: string, ...args: unknown[]) => void;
let previews: Previews;
beforeEach(() => {
  vi.useFakeTimers();
  const listeners = new Map<string, ((...args: never[]) => void)[]>();
  emit = (event, ...args) => listeners.get(event)?.forEach((listener) => listener(...(args as never[])));
  previews = createPreviews({
    on: ((event: string, listener: (...args: never[]) => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return () => undefined;
    }) as never,
  });
});
afterEach(() => vi.useRealTimers());

const state = (): ReturnType<Previews['store']['getState']> => previews.store.getState();
const open = (port: number): void => {
  emit('port', port, 'open', url(port));
  emit('server-ready', port, url(port));
};
const hear = (data: unknown, port = 3000): void => previews.hear({ t: 'tabloom-preview', ...(data as object) }, new URL(url(port)).origin, () => undefined);

it('opens with the first server, stays with it beside others, and goes on when it has ended', () => {
  open(3000);
  expect(state()).toMatchObject({ visible: true, shown: 3000, address: url(3000), version: 1 });
  open(4000);
  expect(state()).toMatchObject({ shown: 3000, ports: [{ port: 3000, open: true }, { port: 4000, open: true }] });
  emit('port', 4000, 'close', url(4000));
  expect(state().ports.map(({ port }) => port)).toEqual([3000]);
  emit('port', 3000, 'close', url(3000));
  expect(state().ports).toEqual([{ port: 3000, url: url(3000), open: false }]);
  open(5000);
  expect(state()).toMatchObject({ shown: 5000, address: url(5000) });
});

it('does not come back for a server whose preview was closed, until it is asked for', () => {
  open(3000);
  previews.hide();
  open(3000);
  expect(state().visible).toBe(false);
  open(4000);
  expect(state()).toMatchObject({ visible: true, shown: 4000 });
  previews.hide();
  previews.show(3000);
  expect(state()).toMatchObject({ visible: true, shown: 3000 });
});

it('goes to paths of its server and to no other site', () => {
  open(3000);
  for (const [typed, address] of [['/a?b#c', 'a?b#c'], ['d', 'd'], ['http://localhost:3000/e', 'e'], [`${url(3000)}f`, 'f'], ['https://example.org/g', ''], ['//example.org/h', ''],
    ['localhost:3000/i?j', 'i?j'], ['127.0.0.1:3000', ''], ['http://[::1]:3000/k', 'k'], ['http://0.0.0.0:3000#l', '#l'], ['localhost', 'localhost']] as const) {
    previews.go(typed);
    expect([typed, state().address]).toEqual([typed, `${url(3000)}${address}`]);
  }
  open(4000);
  previews.go('localhost:4000/m');
  expect(state()).toMatchObject({ shown: 4000, address: `${url(4000)}m`, path: '/m' });
  previews.go('http://localhost:3000/moved');
  expect(state()).toMatchObject({ shown: 3000, address: `${url(3000)}moved` });
  hear({ news: 'place', path: '/moved', title: 't' });
  expect(state().path).toBe('/moved');
  const { version } = state();
  previews.reload();
  expect(state()).toMatchObject({ address: `${url(3000)}moved`, version: version + 1 });
});

it('stays with its server when a page’s path looks like the address of another', () => {
  open(3000);
  hear({ news: 'place', path: '//example.org/x' });
  previews.reload();
  expect(state().address).toBe(`${url(3000)}/example.org/x`);
});

it('shows what programs open: at once, or when their server is there', () => {
  open(3000);
  emit('xdg-open', 'http://127.0.0.1:3000/docs');
  expect(state().address).toBe(`${url(3000)}docs`);
  emit('xdg-open', 'http://localhost:4000/later');
  expect(state().shown).toBe(3000);
  open(4000);
  expect(state()).toMatchObject({ shown: 4000, address: `${url(4000)}later` });
  emit('xdg-open', 'https://example.org/');
  expect(state().shown).toBe(4000);
});

it('keeps lines of the console in their order and within bounds, from the shown page alone', () => {
  open(3000);
  const line = (text: string, level = 'log'): object => ({ level, text });
  emit('preview-message', { type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: 'broke', stack: 'Error: broke\n    at x', port: 3000 });
  emit('preview-message', { type: 'PREVIEW_CONSOLE_ERROR', args: ['bad', { a: 1 }], stack: '', port: 3000 });
  hear({ news: 'console', lines: [line('before'), line('errors come by the event', 'error'), null, line('x', 'loud'), { level: 'log', text: 1 }], dropped: 3 });
  vi.runAllTimers();
  expect(state().lines.map(({ level, text }) => [level, text])).toEqual([['log', 'before'], ['warn', '3 more lines came too fast to be shown'], ['error', 'Error: broke\n    at x'], ['error', 'bad {"a":1}']]);
  expect(state().errors).toBe(2);
  hear({ news: 'console', lines: [line('from elsewhere')], dropped: 0 }, 4000);
  previews.hear('nonsense', new URL(url(3000)).origin, () => undefined);
  expect(state().lines).toHaveLength(4);
  for (let i = 0; i < 20; i++) hear({ news: 'console', lines: Array.from({ length: 150 }, (_, n) => line(`${i} ${n}`)), dropped: 0 });
  expect(state().lines).toHaveLength(500);
  expect(state().lines.at(-1)!.text).toBe('19 99');
  previews.clear();
  expect([state().lines, state().errors]).toEqual([[], 0]);
});
