/** Pieces of the client's API that need no browser: paths, encodings, whole characters, the relay's settings. */
import { expose, type Remote, wrap } from 'comlink';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxConfig } from '../../src/runtime/frames/config.ts';
import { serveBuild } from '../../src/runtime/frames/serve-build.ts';
import { wholeCharacters } from '../../src/runtime/kernel/headless/output-pump.ts';
import { clientPath, spawnDirectory } from '../../src/runtime/kernel/headless/paths.ts';
import { decodeText, encodeText } from '../../src/runtime/kernel/headless/text-encoding.ts';

describe('paths of the client', () => {
  it.each([
    ['a.txt', '/home/project/a.txt'], ['/a.txt', '/home/project/a.txt'], ['/', '/home/project'], ['.', '/home/project'], ['', '/home/project'],
    ['/home/project', '/home/project'], ['/home/project/a/../b', '/home/project/b'], ['/home/projects', '/home/project/home/projects'],
    ['../../etc/passwd', '/home/project/etc/passwd'], ['home/project/x', '/home/project/home/project/x'], ['a//./b/', '/home/project/a/b'],
  ])('%s is %s', (given, real) => expect(clientPath('/home/project', given)).toBe(real));

  it('starts programs relative to the working directory, or anywhere', () => {
    expect([spawnDirectory('/w', undefined), spawnDirectory('/w', 'a'), spawnDirectory('/w', '/tmp')]).toEqual(['/w', '/w/a', '/tmp']);
  });
});

describe('text encodings', () => {
  const ENCODINGS = ['utf8', 'utf-8', 'UTF8', 'utf16le', 'ucs2', 'latin1', 'binary', 'ascii', 'hex', 'base64', 'base64url'] as const;

  it('decode as Node does', () => {
    fc.assert(fc.property(fc.constantFrom(...ENCODINGS), fc.uint8Array({ maxLength: 40 }), (encoding, bytes) => {
      expect(decodeText(bytes, encoding)).toBe(Buffer.from(bytes).toString(encoding as BufferEncoding));
    }));
  });

  it('encode as Node does', () => {
    const ascii = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[0-9a-fA-Fx]{0,9}$/), fc.stringMatching(/^[A-Za-z0-9+/_=-]{0,12}$/));
    // Hexadecimal and base64 are ASCII; what Node makes of other characters in them is an accident of its storage.
    const pair = fc.oneof(fc.tuple(fc.constantFrom(...ENCODINGS), ascii), fc.tuple(fc.constantFrom(...ENCODINGS.slice(0, 8)), fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes))));
    fc.assert(fc.property(pair, ([encoding, value]) => {
      expect([...encodeText(value, encoding)]).toEqual([...Buffer.from(value, encoding as BufferEncoding)]);
    }), { numRuns: 300 });
  });

  it('refuse names that Node does not know', () => {
    expect(() => decodeText(new Uint8Array(1), 'utf9')).toThrow("The argument 'encoding' is invalid encoding. Received 'utf9'");
  });
});

describe('output', () => {
  it('is cut between characters only', () => {
    const bytes = new TextEncoder().encode('aä€😀');
    const whole = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10];
    expect(whole.map((_, end) => wholeCharacters(bytes.subarray(0, end)))).toEqual(whole);
  });

  it('passes on what is no UTF-8 at all', () => {
    expect(wholeCharacters(new Uint8Array([0x80, 0x80, 0x80, 0x80]))).toBe(4);
    expect(wholeCharacters(new Uint8Array([0x61, 0xff]))).toBe(1);
  });
});

it('derives preview addresses from the address of the relay', () => {
  const config = { buildId: 'b', assets: [], registry: null };
  expect(sandboxConfig(new URL('http://sandbox.tabloom.localhost:5173/headless'), config)).toEqual({ buildId: 'b', previewUrl: 'http://{port}-{id}.tabloom.localhost:5173/', registry: null });
  expect(sandboxConfig(new URL('http://sandbox.tabloom.localhost:5173/headless'), { ...config, registry: '/registry/' }).registry).toBe('http://sandbox.tabloom.localhost:5173/registry/');
  expect(sandboxConfig(new URL('https://sandbox.example.org/headless'), config).previewUrl).toBe('https://{port}-{id}.example.org/');
});

describe('the first port', () => {
  const open = (): { remote: Remote<{ build(options: unknown): { hello(): string } }>; asked: unknown[]; close(): void } => {
    const { port1, port2 } = new MessageChannel();
    const instance = new MessageChannel();
    expose({ hello: () => 'from the kernel' }, instance.port1);
    const asked: unknown[] = [];
    serveBuild(port1, async (options) => {
      asked.push(options);
      if (options.workdirName === 'bad') throw new TypeError('no');
      return instance.port2;
    });
    return { remote: wrap(port2), asked, close: () => [port1, port2, instance.port1, instance.port2].forEach((port) => port.close()) };
  };

  it('answers build with a port to the kernel, and takes nothing but the folder name from the options', async () => {
    const { remote, asked, close } = open();
    const instance = await remote.build({ workdirName: 'w', host: 'x', __proto__: { polluted: 1 } }) as unknown as { hello(): Promise<string> };
    expect(await instance.hello()).toBe('from the kernel');
    expect(asked).toEqual([{ workdirName: 'w' }]);
    close();
  });

  it('passes a failure on', async () => {
    const { remote, close } = open();
    await expect(remote.build({ workdirName: 'bad' })).rejects.toMatchObject({ name: 'TypeError', message: 'no' });
    close();
  });

  it('answers nothing else', async () => {
    const { remote, asked, close } = open();
    const loose = remote as unknown as { [name: string]: any };
    for (const attempt of [() => loose['constructor']['constructor']('return 1'), () => loose['build']['constructor']('return 1'), () => loose['other'](), async () => await loose['build']['name'], () => new (loose['build']['constructor'])('return 1')]) {
      await expect(attempt()).rejects.toThrow('the sandbox page answers `build` only');
    }
    expect(asked).toEqual([]);
    close();
  });
});
