/** What the scheduler's tools have in common: the run among the peers, and how a holder of a lock is named. */
import type { LockHolder } from '../../peers/lease-table.ts';
import type { PeerRun } from '../../peers/peer-run.ts';
import { configured } from '../not-configured.ts';
import type { ToolContext } from '../tool.ts';

/** @throws AppError `not_configured` where this page is no peer */
export const peersOf = ({ peers }: Pick<ToolContext, 'peers'>): PeerRun => configured(peers, 'locks, calls and waiting are not available: this page is not connected with others');

export const holderOf = ({ session, run, agent }: PeerRun): LockHolder => ({ session, run, agent });

/** The agent's name; another run of the same agent is told from the asker's own, which would otherwise seem to hold it itself. */
export const holderName = (holder: LockHolder, own: PeerRun): string => (holder.agent === own.agent ? `${holder.agent} (another run, ${holder.run.slice(0, 8)})` : holder.agent);
