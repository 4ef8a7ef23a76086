/** A peer in a tab, asked from outside of it. */
import type { Page } from 'playwright';
import type { ContractPeer } from '../peers/contract-peer.ts';

/** @param own methods that are not the tab's */
export function remotePeer<Own extends object>(page: Page, own: Own): ContractPeer & Own {
  return new Proxy(own as ContractPeer & Own, {
    get(_target, name) {
      // Asked by whoever awaits it.
      if (name === 'then') return undefined;
      if (name in own) return own[name as keyof Own];
      return async (...args: unknown[]) => (JSON.parse(await page.evaluate(([method, given]) => window.peersPage.ask(method, given), [name as keyof ContractPeer, JSON.stringify(args)] as const)) as { value: unknown }).value;
    },
  });
}
