/** A tool host that a program of the sandbox has replaced: it can lie, but it cannot reach past its folder or fill the page. */
import { expect, it } from 'vitest';
import { createHostClient } from '../../src/sandbox/host-client.ts';
import type { Engine, SandboxProcess } from '../../src/sandbox/sandbox.ts';

/** An engine whose host answers each request with these lines; `read` and `removed` are what the page then does with files. */
function replacedHost(answer: (id: string) => string[], file: Uint8Array = new Uint8Array()) {
  const read: string[] = [];
  const removed: string[] = [];
  const engine = {
    fs: {
      readFile: async (path: string) => { read.push(path); return file; },
      rm: async (path: string) => { removed.push(path); },
    },
    async spawn() {
      let print: ReadableStreamDefaultController<string>;
      const output = new ReadableStream<string>({ start: (controller) => { print = controller; } });
      print!.enqueue('@tabloom {"ready":1,"pid":2}\n');
      const input = new WritableStream<string>({
        write(line) {
          const { id } = JSON.parse(line.slice('@tabloom '.length)) as { id: string };
          for (const text of answer(id)) print.enqueue(text);
        },
      });
      return { output, input, exit: new Promise<number>(() => undefined), kill() {}, resize() {} } as unknown as SandboxProcess;
    },
  };
  return { client: createHostClient(engine as unknown as Engine), read, removed };
}

const stat = { path: 'a' };

it('refuses a result of another shape', async () => {
  const { client } = replacedHost((id) => [`@tabloom ${JSON.stringify({ id, result: { path: 1 } })}\n`]);
  await expect(client.call('stat', stat)).rejects.toMatchObject({ code: 'internal' });
});

it('reads and removes nothing outside of the host\'s folder', async () => {
  const { client, read, removed } = replacedHost((id) => [`@tabloom ${JSON.stringify({ id, reply_file: '../../package.json' })}\n`]);
  await expect(client.call('stat', stat)).rejects.toMatchObject({ code: 'internal', message: 'The tool host named a reply outside of its folder.' });
  expect([read, removed]).toEqual([[], []]);
});

it('takes no reply of any size', async () => {
  const { client, removed } = replacedHost((id) => [`@tabloom ${JSON.stringify({ id, reply_file: 'c1.reply.json' })}\n`], new Uint8Array(64 * 1024 * 1024 + 1));
  await expect(client.call('stat', stat)).rejects.toMatchObject({ code: 'too_large' });
  expect(removed).toEqual(['.tabloom/io/c1.reply.json']);
});

it('keeps nothing of a line that does not end, and hears the next one', async () => {
  const { client } = replacedHost((id) => [...Array<string>(300).fill('x'.repeat(10_000)), `\n@tabloom ${JSON.stringify({ id, error: { code: 'not_found', message: 'No.' } })}\n`]);
  await expect(client.call('stat', stat)).rejects.toMatchObject({ code: 'not_found' });
});

it('starts one new host when several calls find that it has ended', async () => {
  const ends: (() => void)[] = [];
  const engine = {
    async spawn() {
      let print: ReadableStreamDefaultController<string>;
      const output = new ReadableStream<string>({ start: (controller) => { print = controller; } });
      print!.enqueue('@tabloom {"ready":1,"pid":2}\n');
      const input = new WritableStream<string>({
        write(line) {
          const { id } = JSON.parse(line.slice('@tabloom '.length)) as { id: string };
          print.enqueue(`@tabloom ${JSON.stringify({ id, error: { code: 'not_found', message: 'No.' } })}\n`);
        },
      });
      return { output, input, exit: new Promise<number>((resolve) => ends.push(() => resolve(137))), kill() {}, resize() {} } as unknown as SandboxProcess;
    },
  };
  const client = createHostClient(engine as unknown as Engine);
  await client.start();
  ends[0]!();
  await new Promise((resolve) => setTimeout(resolve));
  const calls = [1, 2, 3].map(() => client.call('stat', stat));
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'not_found' });
  expect(ends).toHaveLength(2);
});
