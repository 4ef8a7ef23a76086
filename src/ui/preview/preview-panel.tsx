/** A server of the sandbox, shown in a frame: its address, its page, and its console. */
import { ExternalLink, RotateCw, SquareChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import { PreviewConsole } from './preview-console.tsx';
import { addressOf } from './previews.ts';
import css from './preview.module.css';

/** What a page in the frame may do. Not among it: to lead the page around it elsewhere. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock allow-presentation';

export function PreviewPanel({ onHidden, onLeave }: { onHidden(): void; onLeave(backwards: boolean): void }) {
  const { previews } = useWorkspace();
  const { ports, shown, address, version, errors } = useStore(previews.store);
  const [consoleOpen, setConsoleOpen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      if (source !== null && source === frame.current?.contentWindow) previews.hear(data, origin, (backwards) => leave.current(backwards));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [previews]);

  if (shown === undefined) return null;
  return (
    <div className={css.pane}>
      <div className={css.head}>
        <select className={css.port} aria-label="Port" value={shown} onChange={(event) => previews.show(Number(event.target.value))}>
          {ports.map(({ port, open }) => <option key={port} value={port}>{open ? port : `${port} (ended)`}</option>)}
        </select>
        <AddressField />
        <IconButton label="Reload the preview" onClick={() => previews.reload()}><RotateCw size={14} aria-hidden /></IconButton>
        <IconButton label={errors > 0 ? `Console of the preview, ${errors} ${errors === 1 ? 'error' : 'errors'}` : 'Console of the preview'} aria-pressed={consoleOpen} onClick={() => setConsoleOpen(!consoleOpen)}>
          <SquareChevronRight size={15} aria-hidden />{errors > 0 && <span className={css.badge} aria-hidden>{errors > 99 ? '99+' : errors}</span>}
        </IconButton>
        <OwnTab />
        <IconButton label="Close the preview" onClick={() => { previews.hide(); onHidden(); }}><X size={15} aria-hidden /></IconButton>
      </div>
      <iframe key={version} ref={frame} className={css.frame} title={`Preview of port ${shown}`} src={address} sandbox={SANDBOX} allow="cross-origin-isolated; clipboard-write; fullscreen" referrerPolicy="no-referrer" />
      {consoleOpen && <PreviewConsole />}
    </div>
  );
}

/** Where the page is; Enter leads elsewhere on the same server. */
function AddressField() {
  const { previews } = useWorkspace();
  const path = useStore(previews.store, (state) => state.path);
  const [typed, setTyped] = useState<string>();
  return (
    <form className={css.address} onSubmit={(event) => { event.preventDefault(); previews.go(typed ?? path); setTyped(undefined); }}>
      <input id="preview-path" aria-label="Path of the preview" value={typed ?? path} spellCheck={false} autoComplete="off" autoCapitalize="off"
        onChange={(event) => setTyped(event.target.value)} onBlur={() => setTyped(undefined)} onFocus={(event) => event.target.select()}
        onKeyDown={(event) => { if (event.key === 'Escape') setTyped(undefined); }} />
    </form>
  );
}

function OwnTab() {
  const { previews } = useWorkspace();
  const { ports, shown, path } = useStore(previews.store);
  const url = ports.find(({ port }) => port === shown)?.url;
  if (!url) return null;
  return <a className={css.link} href={addressOf(url, path)} target="_blank" rel="noopener" aria-label="Open the preview in a tab of its own" title="Open the preview in a tab of its own"><ExternalLink size={14} aria-hidden /></a>;
}
