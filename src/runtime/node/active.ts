/** Open handles and requests under way: what `process.getActiveResourcesInfo()` and its older relatives list. */

export interface ActiveHandle {
  /** Provider name of async_hooks (`TCPWRAP`, ...). */
  readonly type: string;
  /** The handle the library holds. */
  readonly object: object;
  readonly isReferenced: boolean;
}

/** In the order of their making, as libuv's queues are. Held strongly, as libuv holds a handle until it is closed. */
export class Active {
  readonly handles = new Set<ActiveHandle>();
  /** Requests and their provider names. */
  readonly requests = new Map<object, string>();

  /** Names as `process.getActiveResourcesInfo()` gives them, timers and immediates left out. */
  names(): string[] {
    const open = [...this.handles].filter((handle) => handle.isReferenced);
    return [...this.requests.values(), ...open.map((handle) => handle.type)].map((type) => NAMES[type] ?? type);
  }
}

const NAMES: { [provider: string]: string } = {
  FSEVENTWRAP: 'FSEventWrap', FSREQCALLBACK: 'FSReqCallback', FSREQPROMISE: 'FSReqPromise', GETADDRINFOREQWRAP: 'GetAddrInfoReqWrap', GETNAMEINFOREQWRAP: 'GetNameInfoReqWrap',
  MESSAGEPORT: 'MessagePort', PIPECONNECTWRAP: 'PipeConnectWrap', PIPESERVERWRAP: 'PipeServerWrap', PIPEWRAP: 'PipeWrap', PROCESSWRAP: 'ProcessWrap', QUERYWRAP: 'QueryReqWrap',
  SHUTDOWNWRAP: 'ShutdownWrap', SIGNALWRAP: 'SignalWrap', STATWATCHER: 'StatWatcher', TCPCONNECTWRAP: 'TCPConnectWrap', TCPSERVERWRAP: 'TCPServerWrap', TCPWRAP: 'TCPSocketWrap',
  TTYWRAP: 'TTYWrap', UDPWRAP: 'UDPWrap', WRITEWRAP: 'WriteWrap',
};
