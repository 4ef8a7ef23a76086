/** The port in real tabs. */
import { openPeers } from '../support/peers-browser.ts';
import { remotePeer } from '../support/remote-peer.ts';
import { contract } from './contract.ts';

contract('real tabs', async () => {
  const peers = await openPeers();
  return {
    async join() {
      const page = await peers.open('contract');
      return remotePeer(page, { leave: () => page.evaluate(() => window.peersPage.port.leave()), kill: () => page.close() });
    },
    close: () => peers.close(),
  };
}, { skew: 20, death: 2_000 });
