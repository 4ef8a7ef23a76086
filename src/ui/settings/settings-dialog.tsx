import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { StorageSettings } from '../storage/lazy.tsx';
import { CheckField, Notice, RadioField } from '../kit/field.tsx';
import { part } from '../kit/part.tsx';

// Few need it, and the dialog's own code is loaded with the page.
const MachinesSettings = part(async () => (await import('./machines-settings.tsx')).MachinesSettings);

/** Looks, engine, terminal, where peers meet, and the project as a whole. */
export function SettingsDialog({ onClose }: { onClose(): void }) {
  const { settings } = useApp();
  const workspace = useWorkspace();
  const { theme, engine, terminalScreenReader } = useStore(settings);
  const sample = useStore(workspace.project, ({ begin }) => begin === 'sample');
  const [resetting, setResetting] = useState(false);
  const [meets] = useState(settings.getState().peersOnServer);
  return (
    <>
      <Dialog open={!resetting} title="Settings" text="Kept in this browser." onClose={onClose}>
        <RadioField label="Theme" value={theme} onChange={(value) => settings.setState({ theme: value })} options={[
          { value: 'system', label: 'As the system' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' },
        ]} />
        <RadioField label="Engine" value={engine} onChange={(value) => settings.setState({ engine: value })} options={[
          { value: 'self-hosted', label: 'Self-hosted', hint: 'Tabloom’s own runtime, served from where this page comes from. Works without the internet.' },
          { value: 'stackblitz', label: 'StackBlitz', hint: 'Loads the WebContainer runtime from stackblitz.com: your files are processed by its code in this browser, and its terms apply.' },
        ]} />
        {engine !== workspace.engine && (
          <Notice tone="warn">The other engine is used after the page is loaded again. <Button onClick={() => void workspace.flush().catch(() => undefined).then(() => location.reload())}>Reload now</Button></Notice>
        )}
        <CheckField label="Screen reader mode in terminals" checked={terminalScreenReader} onChange={(on) => settings.setState({ terminalScreenReader: on })}
          hint="Lets a screen reader read the terminal’s lines; output becomes slower." />
        <details style={{ margin: '16px 0 6px' }} open={meets}>
          <summary style={{ fontWeight: 600, marginBottom: 6 }}>Several machines</summary>
          <Suspense fallback={null}><MachinesSettings /></Suspense>
        </details>
        <h3 style={{ margin: '16px 0 6px', fontSize: 'var(--text)' }}>Project</h3>
        <StorageSettings />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button onClick={() => void workspace.download()}>Download project (.zip with .git)</Button>
          <Button look="danger" onClick={() => setResetting(true)}>Reset project…</Button>
        </div>
      </Dialog>
      <Confirm open={resetting} title="Reset the project?" action="Reset project" onClose={() => setResetting(false)} onConfirm={() => void workspace.reset()}
        text={`All files and the git history of this project are removed from this browser, with its board and its conversations, and what it began with (${sample ? 'the sample' : 'nothing'}) is opened afresh. Download it first if you want to keep it.`} />
    </>
  );
}
