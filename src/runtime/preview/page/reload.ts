/** The client's `reloadPreview`: the page around asks, gets its answer on the port it sent along, and the page loads again. */

export function answerReloads(): void {
  addEventListener('message', ({ source, data, ports }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== parent || typeof data !== 'object' || data?.type !== 'LOCALSERVICE_RELOAD_WINDOW') return;
    ports[0]?.postMessage({ type: 'LOCALSERVICE_WINDOW_RELOADED' });
    location.reload();
  });
}
