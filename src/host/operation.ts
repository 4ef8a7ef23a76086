import type { HostOperation, HostParams, HostResult } from './protocol.ts';
import type { Workspace } from './workspace.ts';

export interface OperationContext {
  workspace: Workspace;
  signal: AbortSignal;
  progress: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** One file per operation; failures are AppErrors whose code the tools pass on. */
export type Operation<O extends HostOperation> = (params: HostParams<O>, context: OperationContext) => Promise<HostResult<O>>;
