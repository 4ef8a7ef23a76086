/** The page behind `/webcontainer/connect/<id>`, in a frame that the client's `setupConnect` makes: it takes a preview's port from the tab that opened the page around, and passes it to the sandbox. */
import type { BrokerMessage, BrokerReply, FromConnect, ToConnect } from './messages.ts';

const id = location.pathname.split('/').pop()!;
const tell = (message: FromConnect): void => parent.postMessage(message, '*');

if (parent !== window) {
  const broker = new SharedWorker('/frames/broker.js', { name: 'tabloom-broker' });
  broker.port.onmessage = ({ data }: MessageEvent<BrokerReply>) => tell({ t: 'tabloom-connect', state: data.t === 'connected' ? 'connected' : 'unknown' });
  addEventListener('message', ({ source, data }: MessageEvent<Partial<ToConnect> | null>) => {
    if (source !== parent || data?.t !== 'tabloom-connect' || !(data.link instanceof MessagePort)) return;
    broker.port.postMessage({ t: 'connect', id } satisfies BrokerMessage, [data.link]);
  });
  tell({ t: 'tabloom-connect', state: 'ready' });
}
