/** The parts of previews that are plain functions: answers in any pieces, cookies, policies, where our script goes, addresses. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connections } from '../../src/runtime/preview/service/connections.ts';
import { CookieJar } from '../../src/runtime/preview/service/cookie-jar.ts';
import { clientFrame, FrameError, FrameReader } from '../../src/runtime/preview/service/frames.ts';
import type { LoopbackSocket } from '../../src/runtime/preview/contract.ts';
import { ResponseParser } from '../../src/runtime/preview/service/response-parser.ts';
import { SandboxSocket } from '../../src/runtime/preview/service/web-socket.ts';
import { checkFromPage, checkToService } from '../../src/runtime/preview/service/checks.ts';
import { previewAddress, sandboxPort, toPreviewUrl } from '../../src/runtime/preview/worker/address.ts';
import { relaxPolicy } from '../../src/runtime/preview/worker/csp.ts';
import { injectMarkup, injectWhole } from '../../src/runtime/preview/worker/inject.ts';
import { Link } from '../../src/runtime/preview/worker/kernel-link.ts';
import { readBody } from '../../src/runtime/preview/worker/request-body.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
it('connections are kept for the next request: as many as a busy page has, for four seconds', () => {
  vi.useFakeTimers();
  try {
    const closed: number[] = [];
    let made = 0;
    const connections = new Connections({
      connect: () => {
        const number = ++made;
        return { onReady: null, read: () => null, write: (data) => data.length, close: () => void closed.push(number) };
      },
      isOpen: () => true,
    });
    const opened = Array.from({ length: 40 }, () => connections.open(3000)!.socket);
    for (const socket of opened.slice(0, 16)) connections.keep(3000, socket);
    vi.advanceTimersByTime(3000);
    for (const socket of opened.slice(16)) connections.keep(3000, socket);
    expect(closed).toEqual([33, 34, 35, 36, 37, 38, 39, 40]);
    expect(connections.open(3000)).toMatchObject({ reused: true });
    expect(made).toBe(40);
    vi.advanceTimersByTime(999);
    expect(closed.length).toBe(8);
    vi.advanceTimersByTime(1);
    expect(closed.slice(8)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    vi.advanceTimersByTime(3000);
    expect(closed.length).toBe(39);
    expect(connections.open(3000)).toMatchObject({ reused: false });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('a call on a link that was lost meanwhile is lost, and does not wait for ever', async () => {
  const { port1, port2 } = new MessageChannel();
  const link = new Link(port1 as unknown as ConstructorParameters<typeof Link>[0]);
  const lost: string[] = [];
  link.open({ message: () => {}, lost: () => lost.push('open') });
  port2.close();
  await expect.poll(() => link.alive).toBe(false);
  link.open({ message: () => {}, lost: () => lost.push('late') });
  await Promise.resolve();
  expect(lost).toEqual(['open', 'late']);
});

it.each([['end', 4001], ['reset', 4001]])('a farewell of the server counts, also with a %s right behind it', async (how, code) => {
  vi.stubGlobal('navigator', { userAgent: 'a browser' });
  onTestFinished(() => { vi.unstubAllGlobals(); });
  let key = '';
  const arrived: (Uint8Array | 'end' | Error)[] = [];
  const socket: LoopbackSocket = {
    onReady: null, close: () => {},
    write: (data) => {
      key ||= /Sec-WebSocket-Key: (.*)\r\n/.exec(text(data))?.[1] ?? '';
      return data.length;
    },
    read: () => {
      const next = arrived.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
  };
  const seen: unknown[] = [];
  new SandboxSocket({ port: 3000, target: '/', protocols: [], cookie: '', origin: 3000 }, { connect: () => socket, isOpen: () => true }, { opened: () => seen.push('open'), message: () => {}, sent: () => {}, closed: (end) => seen.push(end) }).start();
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  arrived.push(bytes(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`), Uint8Array.of(0x88, 5, code >> 8, code & 255, ...bytes('bye')), how === 'end' ? 'end' : new Error('ECONNRESET'));
  socket.onReady!();
  expect(seen).toEqual(['open', { code, reason: 'bye', clean: true, failed: false }]);
});

const text = (data: Uint8Array): string => String.fromCharCode(...data);

/** Everything an answer gives, whatever pieces it comes in. */
function parse(answer: string, cuts: number[] = [], method = 'GET'): { heads: unknown[]; body: string; ended: boolean; rest: string; error?: string } {
  const seen = { heads: [] as unknown[], body: '', ended: false, rest: '' } as { heads: unknown[]; body: string; ended: boolean; rest: string; error?: string };
  const parser = new ResponseParser(method, {
    head: ({ status, text: phrase, headers, keepAlive }) => seen.heads.push([status, phrase, headers, keepAlive]),
    data: (data) => { seen.body += text(data); },
    end: () => { seen.ended = true; },
  });
  try {
    let from = 0;
    for (const cut of [...cuts.map((n) => n % (answer.length + 1)).sort((a, b) => a - b), answer.length]) {
      if (cut > from) parser.push(bytes(answer.slice(from, cut)));
      from = cut;
    }
    seen.rest = text(parser.rest);
    parser.finish();
  } catch (error) {
    seen.error = (error as Error).message;
  }
  return seen;
}

describe('answers', () => {
  it('are the same in whatever pieces they arrive', () => {
    const answers = [
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: \xe4 b\r\n\r\nhelloNEXT',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nrest',
      'HTTP/1.0 200 OK\r\nServer: old\r\n\r\nuntil the end',
      'HTTP/1.1 204 No Content\r\n\r\n',
      '\r\nHTTP/1.1 200\nA: 1\n folded\nContent-Length: 0\n\n',
    ];
    fc.assert(fc.property(fc.constantFrom(...answers), fc.array(fc.nat(), { maxLength: 12 }), (answer, cuts) => {
      expect(parse(answer, cuts)).toEqual(parse(answer));
    }), { numRuns: 300 });
    expect(parse(answers[1]!)).toEqual({ heads: [[404, 'Not Found', [['Transfer-Encoding', 'chunked']], true]], body: 'abc0123456789', ended: true, rest: 'rest' });
    expect(parse(answers[2]!)).toMatchObject({ heads: [[200, 'OK', [['Server', 'old']], false]], body: 'until the end', ended: true });
    expect(parse(answers[4]!)).toMatchObject({ heads: [[200, '', [['A', '1 folded'], ['Content-Length', '0']], true]], ended: true });
    expect(parse('HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n', [], 'HEAD')).toMatchObject({ heads: [[200, 'OK', expect.anything(), false]], ended: true });
    // The last byte of "voilà" in UTF-8 is no blank.
    expect(parse('HTTP/1.1 204 No Content\r\nX-A: \t voil\xc3\xa0 \r\n\r\n')).toMatchObject({ heads: [[204, 'No Content', [['X-A', 'voil\xc3\xa0']], true]] });
  });

  it('that are cut short or no HTTP say so', () => {
    expect(parse('').error).toBe('the server closed the connection without an answer');
    expect(parse('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel').error).toBe('the server closed the connection before its answer was complete');
    expect(parse('SSH-2.0-x\r\n').error).toBe('what the server sent is not HTTP/1');
    expect(parse('HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n').error).toBe('the answer has a wrong Content-Length');
    expect(parse('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n').error).toBe('a chunk of the answer has no size');
  });
});

describe('cookies', () => {
  it('follow paths, ages and ownership', () => {
    const jar = new CookieJar();
    for (const cookie of ['a=1', 'b=2; Path=/deep', 'c=3; HttpOnly; Path=/', 'gone=x; Max-Age=0', 'other=x; Domain=example.org', 'd=4; Domain=localhost; Expires=Wed, 01 Jan 2200 00:00:00 GMT', 'old=x; Expires=Wed, 01 Jan 2020 00:00:00 GMT']) jar.set(cookie, '/start/page');
    expect(jar.get('/start/x')).toBe('a=1; d=4; c=3');
    expect(jar.get('/start/x', true)).toBe('a=1; d=4');
    expect(jar.get('/deep')).toBe('b=2; c=3');
    expect(jar.get('/deeper')).toBe('c=3');
    expect([jar.set('c=stolen; Path=/', '/', true), jar.set('mine=1; HttpOnly', '/', true), jar.set('e=a=b; path=/', '/', true), jar.set('__Host-x=1; path=/deep', '/')]).toEqual([false, false, true, false]);
    expect(jar.get('/')).toBe('c=3; e=a=b');
    jar.set('c=; Max-Age=-1; Path=/', '/');
    expect(jar.get('/')).toBe('e=a=b');
  });
});

describe('frames of WebSockets', () => {
  /** A server's frame: as the client's, without the mask. */
  const serverFrame = (opcode: number, payload: Uint8Array): Uint8Array => {
    const { length } = payload;
    const head = length < 126 ? [0x80 | opcode, length] : length < 65536 ? [0x80 | opcode, 126, length >> 8, length & 255] : [0x80 | opcode, 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255];
    return Uint8Array.from([...head, ...payload]);
  };

  it('come out as they went in, in whatever pieces', () => {
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 10 }), (messages, cuts) => {
      const wire = Uint8Array.from(messages.flatMap((message) => [...serverFrame(2, message)]));
      const reader = new FrameReader();
      const got: number[][] = [];
      let from = 0;
      for (const cut of [...cuts.map((n) => n % (wire.length + 1)).sort((a, b) => a - b), wire.length]) {
        reader.push(wire.subarray(from, cut));
        from = cut;
        for (let frame = reader.next(); frame; frame = reader.next()) got.push([...frame.payload]);
      }
      expect(got).toEqual(messages.map((message) => [...message]));
    }), { numRuns: 200 });
  });

  it('of a client are masked, of a server must not be', () => {
    const sent = clientFrame(1, bytes('hello'));
    expect([sent[0], sent[1], sent.length]).toEqual([0x81, 0x85, 11]);
    expect(text(sent.subarray(6).map((byte, i) => byte ^ sent[2 + (i & 3)]!))).toBe('hello');
    const reader = new FrameReader();
    reader.push(sent);
    expect(() => reader.next()).toThrow(FrameError);
  });
});

describe('policies', () => {
  const relax = (policy: string, inline = false): string => relaxPolicy(policy, { script: 'http://p/__t/', nonce: 'N', inline });
  it('let our script in and change nothing else', () => {
    expect(relax("default-src 'none'; img-src 'self'; frame-ancestors 'none'")).toBe("default-src 'none'; img-src 'self'; connect-src http://p/__t/; script-src http://p/__t/");
    expect(relax("script-src 'self' 'unsafe-inline'")).toBe("script-src 'self' 'unsafe-inline' http://p/__t/");
    expect(relax("script-src 'nonce-abc' 'strict-dynamic'")).toBe("script-src 'nonce-abc' 'strict-dynamic' http://p/__t/ 'nonce-N'");
    expect(relax("script-src-elem 'none'; script-src 'self'")).toBe("script-src-elem http://p/__t/; script-src 'self'");
    expect(relax("script-src 'unsafe-inline'", true)).toBe("script-src 'unsafe-inline' http://p/__t/");
    expect(relax("script-src 'self'", true)).toBe("script-src 'self' http://p/__t/ 'nonce-N'");
    expect(relax("connect-src https://api.example; script-src 'self'")).toBe("connect-src https://api.example http://p/__t/; script-src 'self' http://p/__t/");
    expect(relax("frame-ancestors 'self'")).toBe('');
    expect(relax("img-src *, default-src 'self'")).toBe("img-src *, default-src 'self'; connect-src 'self' http://p/__t/; script-src 'self' http://p/__t/");
  });
});

describe('our script in a page', () => {
  const M = '<M>';
  const whole = (page: string): string => text(injectWhole(bytes(page), M));
  it('comes before the page\'s own, behind what must be first', () => {
    expect(whole('<!doctype html><html lang="x"><head data-a><title>t')).toBe('<!doctype html><html lang="x"><head data-a><M><title>t');
    expect(whole('\xef\xbb\xbf<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n<!-- c --><p>')).toBe('\xef\xbb\xbf<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n<!-- c --><M><p>');
    expect(whole('<html class="[&>body]:m-0" data-x=\'>\'><head>x')).toBe('<html class="[&>body]:m-0" data-x=\'>\'><head><M>x');
    expect(whole('<header>x')).toBe('<M><header>x');
    expect(whole('')).toBe('<M>');
    expect(whole('\xff\xfe<\0')).toBe('\xff\xfe<\0');
  });

  it('comes at the same place in whatever pieces the page arrives', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom('<!doctype html><html><head><title>t</title>', '<html class="[&>body]:m-0"><head><title>t', '<html><body>', '<!-- <head> --><head><meta charset=utf-8>', 'plain', '<h1>x</h1>', ''), fc.array(fc.nat(), { maxLength: 8 }), async (page, cuts) => {
      const places = [...cuts.map((n) => n % (page.length + 1)).sort((a, b) => a - b), page.length];
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          let from = 0;
          for (const cut of places) {
            if (cut > from) controller.enqueue(bytes(page.slice(from, cut)));
            from = cut;
          }
          controller.close();
        },
      });
      expect(await new Response(stream.pipeThrough(injectMarkup(M)) as unknown as BodyInit).text()).toBe(whole(page));
    }), { numRuns: 200 });
  });

  it('does not hold back a page that is being streamed, longer than its place is unknown', async () => {
    for (const [piece, shown] of [
      ['<!doctype html><html><head><meta charset="utf-8"><title>t</title>', '<!doctype html><html><head><M><meta charset="utf-8"><title>t</title>'],
      ["<body class='a'>it's \"", "<M><body class='a'>it's \""],
      ['<html><meta name="a', undefined],
      ['<html><meta name="a>b"', undefined],
    ] as const) {
      const { readable, writable } = injectMarkup(M);
      const writer = writable.getWriter();
      void writer.write(bytes(piece));
      const first = await Promise.race([readable.getReader().read(), new Promise<undefined>((done) => setTimeout(done, 20, undefined))]);
      expect(first && text(first.value!)).toBe(shown);
    }
  });
});

it('the body of a form is taken whole and keeps its length, however slow its pieces come; another one in pieces', async () => {
  vi.useFakeTimers();
  try {
    const slow = async (type: string): Promise<string> => {
      let source: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({ start: (controller) => { (source = controller).enqueue(bytes('begun ')); } });
      const read = readBody(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' } as RequestInit));
      await vi.advanceTimersByTimeAsync(2_000);
      source!.enqueue(bytes('done'));
      source!.close();
      const result = await read;
      return 'whole' in result ? `whole: ${text(result.whole!)}` : `pieces: ${result.first.map(text).join()}`;
    };
    expect(await slow('multipart/form-data; boundary=x')).toBe('whole: begun done');
    expect(await slow('application/octet-stream')).toBe('pieces: begun ');
  } finally {
    vi.useRealTimers();
  }
});

describe('addresses', () => {
  const own = previewAddress({ protocol: 'http:', host: '3000-abc.tabloom.localhost:5173' });
  it('that belong to the sandbox lead to its previews', () => {
    const port = (url: string): number | null => sandboxPort(new URL(url), own);
    expect([port('http://3000-abc.tabloom.localhost:5173/x'), port('http://4000-abc.tabloom.localhost:5173/'), port('http://localhost:8080/'), port('http://127.0.0.1/'), port('http://[::1]:9/'), port('http://3000-abc.tabloom.localhost:24678/')]).toEqual([3000, 4000, 8080, 80, 9, 24678]);
    expect([port('http://3000-abd.tabloom.localhost:5173/'), port('http://tabloom.localhost:5173/'), port('http://3000-abc.tabloom.localhost.evil:5173/'), port('https://localhost:3000/'), port('https://example.org/'), port('http://99999-abc.tabloom.localhost:5173/'), port('http://localhost:0/')]).toEqual([null, null, null, null, null, null, null]);
    const base = new URL('http://3000-abc.tabloom.localhost:5173/a/b');
    expect([toPreviewUrl('/x?y#z', base, own), toPreviewUrl('c', base, own), toPreviewUrl('http://localhost:4000/d', base, own), toPreviewUrl('https://example.org/e', base, own)]).toEqual([
      'http://3000-abc.tabloom.localhost:5173/x?y#z', 'http://3000-abc.tabloom.localhost:5173/a/c', 'http://4000-abc.tabloom.localhost:5173/d', 'https://example.org/e',
    ]);
    expect(() => previewAddress({ protocol: 'http:', host: 'tabloom.localhost' })).toThrow('is not the address of a preview');
  });
});

describe('messages from a preview', () => {
  const request = { t: 'request', id: 1, port: 3000, method: 'GET', target: '/', headers: [['A', 'b']], body: null, cookies: true };
  it('are taken when every part is what it should be', () => {
    expect(checkToService(request)).toBe(request);
    for (const wrong of [
      { method: 'GET /x HTTP/1.1\r\nX: y' }, { target: '/ HTTP/1.1\r\nHost: evil' }, { target: 'http://x/' }, { headers: [['A', 'b\r\nC: d']] }, { headers: [['A b', 'c']] }, { headers: { A: 'b' } },
      { port: 0 }, { port: 65536 }, { id: -1 }, { id: 1.5 }, { body: 'text' }, { cookies: 1 }, { t: 'other' },
    ]) expect(checkToService({ ...request, ...wrong })).toBeNull();
    for (const wrong of [null, 1, 'x', [], { t: 'ws-open', id: 1, port: 1, target: '/', protocols: ['a b'] }, { t: 'ws-close', id: 1, code: 1005, reason: '' }, { t: 'cookie', text: 1 }, { t: 'fault', fault: { type: 'x' }, place: {} }]) expect(checkFromPage(wrong)).toBeNull();
  });
});
