/** The sandbox's events in an attached tab. One that listens late hears of the servers that are up already, and all ports close when the owner goes. */

type Listener = (...args: unknown[]) => void;

export interface Listeners {
  on(event: string, listener: Listener): () => void;
  emit(event: string, args: readonly unknown[]): void;
  setPorts(ports: readonly { port: number; url: string }[]): void;
  closePorts(): void;
}

export function createListeners(): Listeners {
  const all = new Map<string, Set<Listener>>();
  const ports = new Map<number, string>();
  const emit = (event: string, args: readonly unknown[]): void => {
    const [port, second] = args;
    if (event === 'server-ready' && typeof port === 'number' && typeof second === 'string') ports.set(port, second);
    if (event === 'port' && second === 'close') ports.delete(port as number);
    for (const listener of [...all.get(event) ?? []]) listener(...args);
  };
  return {
    on(event, listener) {
      const listeners = all.get(event) ?? new Set();
      all.set(event, listeners.add(listener));
      // Not at once: whoever listens is still being made.
      if (event === 'server-ready') queueMicrotask(() => { for (const [port, url] of ports) if (listeners.has(listener)) listener(port, url); });
      return () => { listeners.delete(listener); };
    },
    emit,
    setPorts(open) {
      for (const { port, url } of open) ports.set(port, url);
    },
    closePorts() {
      for (const [port, url] of [...ports]) emit('port', [port, 'close', url]);
    },
  };
}
