/**
 * The page behind `/headless`: it has a real origin, because the client compares origins, and runs nothing of the person's. Kernel and
 * processes live in an inner frame with an opaque origin (decisions 3), one frame for each boot; after a teardown the frame is replaced,
 * so nothing of one sandbox reaches the next but what a reload keeps too: cookies of previews with an age (`preview-cookies.ts`).
 */
import { projectOf, relayConfig, sandboxConfig } from './config.ts';
import { InnerFrame } from './inner-frame.ts';
import type { LifeNews } from './messages.ts';
import { keepCookies, keptCookies } from './preview-cookies.ts';
import { type PreviewId, previewId } from './preview-id.ts';
import { meetTabs } from './meet-tabs.ts';
import { PackageCache } from './package-cache.ts';
import { RuntimeAssets } from './runtime-assets.ts';
import { serveBuild } from './serve-build.ts';

const config = relayConfig(document);

/** Tells the page that embeds us; the client prints it. */
const warn = (message: string): void => parent.postMessage({ type: 'warning', level: 'error', message }, '*');

function start(): void {
  const assets = new RuntimeAssets(config.assets, warn);
  const packages = new PackageCache();
  const settings = sandboxConfig(location, config);
  const createFrame = (): InnerFrame => new InnerFrame(document, assets, packages, settings, warn);
  const ids = new Map<string, Promise<PreviewId>>();
  const idOf = (project: string): Promise<PreviewId> => {
    const id = ids.get(project) ?? previewId(location.ancestorOrigins?.[0] ?? document.referrer, project);
    ids.set(project, id);
    return id;
  };
  // The kernel and its first workers start while the client is still shaking hands.
  let current = createFrame();
  const replace = (): void => {
    current.remove();
    current = createFrame();
  };

  const { port1, port2 } = new MessageChannel();
  // The client asks for a build only after it tore the last one down.
  serveBuild(port1, async (options) => {
    if (current.used) replace();
    const frame = current;
    frame.onDown = () => {
      if (current === frame) replace();
    };
    frame.onLife = (answers, program) => parent.postMessage({ type: 'tabloom-life', answers, program } satisfies LifeNews, '*');
    const served = await frame.build(options);
    // Not waited for: a terminal needs no preview.
    void idOf(projectOf(location.search, options.workdirName)).then(({ id, lasts }) => {
      frame.servePreviews(settings.previewUrl.replace('{id}', id), lasts ? keptCookies(id) : [], (port, cookies) => {
        if (lasts) keepCookies(id, port, cookies);
      });
      meetTabs(id, (port) => frame.link(port));
    });
    return served;
  });
  // Whoever embeds the page gets a sandbox of its own and nothing else, so any embedder may have the port.
  // The client ignores the build id; our own page compares it with its own (decisions 7).
  parent.postMessage({ type: 'init', buildId: config.buildId }, '*', [port2]);
}

if (parent === window) document.getElementById('note')!.hidden = false;
else start();
