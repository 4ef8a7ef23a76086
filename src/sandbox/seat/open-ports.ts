import type { Engine } from '../sandbox.ts';

/** The servers that are up, by port, from now on: a tab that attaches later must hear of them too. */
export function watchOpenPorts(engine: Pick<Engine, 'on'>): ReadonlyMap<number, string> {
  const ports = new Map<number, string>();
  engine.on('server-ready', (port, url) => void ports.set(port, url));
  engine.on('port', (port, type) => { if (type === 'close') ports.delete(port); });
  return ports;
}
