import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { AgentPanel } from '../agent/agent-panel.tsx';
import { EditorPane } from '../editor/editor-pane.tsx';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { Explorer } from '../files/explorer.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { WorkPanel } from '../panels/work/lazy.tsx';
import { TerminalPane } from '../terminal/terminal-pane.tsx';
import { layoutStorage } from './layout-storage.ts';
import { Region } from './region.tsx';
import { focusRegion } from './regions.ts';
import css from './layout.module.css';

/** Files, then editor over terminal, then the agent, with a preview above it while there is one; the borders can be dragged and moved with arrow keys. */
export function DesktopLayout() {
  const columns = useDefaultLayout({ id: 'tabloom-columns', storage: layoutStorage });
  const rows = useDefaultLayout({ id: 'tabloom-rows', storage: layoutStorage });
  const { previews, workPanels } = useWorkspace();
  const preview = useStore(previews.store, ({ visible }) => visible);
  const work = useStore(workPanels.store, ({ visible }) => visible);
  return (
    <Group className={css.group} orientation="horizontal" {...columns}>
      <Panel id="files" defaultSize="17%" minSize={150} maxSize="40%"><Region id="files"><Explorer onOpened={() => undefined} /></Region></Panel>
      <Separator className={css.columnLine} aria-label="Width of the files" />
      <Panel id="middle" minSize={260}>
        <Group className={css.group} orientation="vertical" {...rows}>
          <Panel id="editor" defaultSize="62%" minSize={90}>
            <Group className={css.group} orientation="vertical">
              <Panel id="files-open" minSize={60}><Region id="editor"><EditorPane /></Region></Panel>
              {work && <Separator className={css.rowLine} aria-label="Height of the work panel" />}
              {work && <Panel id="work" defaultSize="68%" minSize={90}><Region id="work"><WorkPanel onHidden={() => { workPanels.hide(); focusRegion('editor'); }} /></Region></Panel>}
            </Group>
          </Panel>
          <Separator className={css.rowLine} aria-label="Height of the editor" />
          <Panel id="terminal" minSize={80}><Region id="terminal"><TerminalPane /></Region></Panel>
        </Group>
      </Panel>
      <Separator className={css.columnLine} aria-label="Width of the agent" />
      <Panel id="agent" defaultSize="29%" minSize={260} maxSize="55%">
        <Group className={css.group} orientation="vertical">
          {preview && <Panel id="preview" defaultSize="55%" minSize={140}><Region id="preview"><PreviewPanel onHidden={() => focusRegion('terminal')} onLeave={(backwards) => focusRegion(backwards ? 'terminal' : 'agent')} /></Region></Panel>}
          {preview && <Separator className={css.rowLine} aria-label="Height of the preview" />}
          <Panel id="assistant" minSize={120}><Region id="agent"><AgentPanel onOpened={() => undefined} /></Region></Panel>
        </Group>
      </Panel>
    </Group>
  );
}
