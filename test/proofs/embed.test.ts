/** First proof: the engine and the app inside a page of another site, with and without isolation of that page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Frame } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';
import { sample } from '../support/sample.ts';

const POLICY = 'Document-Isolation-Policy';

/** How the page around may be isolated. */
const HOST_HEADERS: Record<string, Record<string, string>> = {
  'no header': {},
  'COOP and COEP': { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  'COOP and COEP credentialless': { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' },
  'a policy of its own': { [POLICY]: 'isolate-and-require-corp' },
};

/** What a third-party frame of a private window may keep: nothing. A channel opens, but reaches only frames below the same page. */
const REFUSED = { indexedDB: 'UnknownError', locks: 'SecurityError', channel: 'yes', localStorage: 'SecurityError', caches: 'SecurityError', serviceWorker: 'NotSupportedError' };

interface Case { host: string; frame?: boolean; allow?: boolean; withoutPolicy?: boolean }

describe('embedded in a page of another site', () => {
  let stage: Stage;
  /** The control cases leave our policy out, to show that it is what helps. */
  let withoutPolicy = false;

  beforeAll(async () => {
    stage = await openStage({ scripts: { 'probe.js': 'test/proofs/pages/probe.ts' }, before });
  });
  afterAll(() => stage?.close());

  function before(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.headers.host?.startsWith('school.localhost')) {
      const { host, frame, allow } = JSON.parse(new URL(request.url!, 'http://x').searchParams.get('case')!) as Case;
      const body = frame ? `<iframe src="${stage.server.appUrl}"${allow ? ' allow="cross-origin-isolated"' : ''}></iframe>` : `<script type="module" crossorigin src="${stage.server.appUrl}probe.js"></script>`;
      response.writeHead(200, { 'Content-Type': 'text/html', ...HOST_HEADERS[host] }).end(`<!doctype html><title>school</title><link rel="icon" href="data:,">${body}`);
      return true;
    }
    const write = response.writeHead.bind(response) as (status: number, headers: Record<string, string>) => ServerResponse;
    response.writeHead = ((status: number, headers: Record<string, string>) => {
      const { [POLICY]: _left, ...others } = headers;
      // A script that another site's page loads as a module has to be allowed to.
      return write(status, { ...(withoutPolicy ? others : headers), 'Access-Control-Allow-Origin': '*' });
    }) as typeof response.writeHead;
    return false;
  }

  /** Opens the page of the school and does `work` in the document that has the probe. */
  async function visit<T>(given: Case, work: (document: Frame) => Promise<T>): Promise<T> {
    withoutPolicy = given.withoutPolicy ?? false;
    const context = await stage.browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`http://school.localhost:${stage.server.port}/?case=${encodeURIComponent(JSON.stringify(given))}`);
      const document = given.frame ? page.frames().find((frame) => frame.url() === stage.server.appUrl)! : page.mainFrame();
      await document.waitForFunction(() => 'probe' in window);
      return await work(document);
    } finally {
      await context.close();
    }
  }

  const state = async (document: Frame) => ({
    isolated: await document.evaluate(() => window.probe.isolated()),
    sharedMemory: await document.evaluate(() => window.probe.sharedMemory()),
    ran: await document.evaluate(() => window.probe.run().then(({ output, exit }) => `${output.trim()}, exit ${exit}`, (error: Error) => error.message.slice(0, 40))),
    // A fault that a call reports is not told a second time beside it.
    warnings: await document.evaluate(() => window.probe.warnings()),
  });
  const NODE = 'v24.21.0 2, exit 0';
  const NOT_ISOLATED = 'the page is not cross-origin isolated, s';

  it.each(sample([
    { host: 'COOP and COEP', isolated: true },
    { host: 'COOP and COEP credentialless', isolated: true },
    { host: 'a policy of its own', isolated: true },
    { host: 'no header', isolated: false },
  ], 2))('the engine runs for a host page with $host', ({ host, isolated }) => visit({ host }, async (page) => {
    expect(await state(page)).toEqual({ isolated, sharedMemory: isolated, ran: NODE, warnings: [] });
    const relay = page.childFrames()[0]!;
    expect([new URL(relay.url()).pathname, await relay.evaluate(() => crossOriginIsolated)]).toEqual(['/headless', true]);
    expect(await relay.childFrames()[0]!.evaluate(() => [self.origin, crossOriginIsolated])).toEqual(['null', true]);
  }));

  it.each(sample([
    { host: 'COOP and COEP', allow: true }, { host: 'COOP and COEP', allow: false },
    { host: 'no header', allow: true }, { host: 'no header', allow: false },
  ], 2))('the app runs in a frame of a page with $host (frame allows isolation: $allow), without storage', ({ host, allow }) => visit({ host, allow, frame: true }, async (app) => {
    expect(await state(app)).toEqual({ isolated: true, sharedMemory: true, ran: NODE, warnings: [] });
    expect(await app.evaluate(() => window.probe.storage())).toEqual(REFUSED);
  }));

  it('without our policy the engine says why it cannot run where the page around is not isolated', () => visit({ host: 'no header', withoutPolicy: true }, async (page) => {
    expect(await state(page)).toEqual({ isolated: false, sharedMemory: false, ran: NOT_ISOLATED, warnings: [] });
  }));

  it('without our policy the app needs both an isolated page and its leave', async () => {
    const seen: unknown[] = [];
    for (const given of [{ host: 'COOP and COEP', allow: true }, { host: 'COOP and COEP', allow: false }, { host: 'no header', allow: true }]) {
      seen.push(await visit({ ...given, frame: true, withoutPolicy: true }, async (app) => (await state(app)).ran));
    }
    expect(seen).toEqual([NODE, NOT_ISOLATED, NOT_ISOLATED]);
  });
});
