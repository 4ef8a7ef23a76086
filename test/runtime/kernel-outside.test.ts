/** What the kernel tells a program whose page came over https: no server of these tests has a certificate for our own hosts. */
import { afterEach, expect, it, vi } from 'vitest';
import { Outside } from '../../src/runtime/kernel/outside/outside.ts';
import type { Process } from '../../src/runtime/kernel/types.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Sends a request to a host whose answer the browser refuses; why it failed. */
async function refusal(securePage: boolean, secure: boolean, onLine = true): Promise<unknown> {
  vi.stubGlobal('navigator', { onLine });
  const outside = new Outside({ fetcher: () => Promise.reject(new TypeError('Failed to fetch')), securePage, proxy: null });
  const socket = outside.connect('192.0.2.1', secure ? 443 : 80, 40_000);
  if (secure) outside.secure(socket, 'far.example');
  socket.write(null as unknown as Process, new TextEncoder().encode('GET /path HTTP/1.1\r\nhost: far.example\r\n\r\n'));
  await vi.waitFor(() => expect(socket.failure).not.toBeNull());
  return socket.failure;
}

it('names plain http on a page that came over https, and what to do', async () => {
  expect(await refusal(true, false)).toEqual({ code: 'ERR_TABLOOM_MIXED_CONTENT', message: 'the browser refused http://192.0.2.1/path: a page that came over https may not use plain http; try https' });
});

it('names other reasons where it is not that', async () => {
  expect(await refusal(true, true)).toMatchObject({ code: 'ERR_TABLOOM_CORS' });
  expect(await refusal(false, false)).toMatchObject({ code: 'ERR_TABLOOM_CORS' });
  expect(await refusal(true, false, false)).toMatchObject({ code: 'ERR_TABLOOM_OFFLINE' });
});
