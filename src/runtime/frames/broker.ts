/**
 * A worker that all frames of our origin below one page share: it brings a preview in a tab of its own together with the relay that has its sandbox, where another site embeds the engine.
 * There the browser keeps the tab apart from the frames, so the tab comes by way of a page of that site (the client's `setupConnect`). Whoever knows the id of a sandbox may ask.
 */
import type { BrokerMessage, BrokerReply } from './messages.ts';

const sandboxes = new Map<string, MessagePort>();

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports }) => {
  const port = ports[0]!;
  port.onmessage = ({ data, ports: sent }: MessageEvent<Partial<BrokerMessage> | null>) => {
    if (typeof data !== 'object' || typeof data?.id !== 'string') return;
    if (data.t === 'serve') return void sandboxes.set(data.id, port);
    const link = sent[0];
    const relay = sandboxes.get(data.id);
    if (data.t !== 'connect' || !link) return;
    const tell = (to: MessagePort, reply: BrokerReply, transfer: Transferable[] = []): void => to.postMessage(reply, transfer);
    if (relay) tell(relay, { t: 'link' }, [link]);
    tell(port, { t: relay ? 'connected' : 'unknown' });
  };
};
