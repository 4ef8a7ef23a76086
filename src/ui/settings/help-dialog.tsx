import { Dialog } from '../kit/dialog.tsx';
import css from './help.module.css';

const keys: readonly [string, string][] = [
  ['F6, Shift F6', 'Next, previous region: files, editor, work, terminal, preview, agent'],
  ['F1', 'This help (in the editor: its own commands)'],
  ['Ctrl ,', 'Settings'],
  ['Ctrl S', 'Save the file'],
  ['Ctrl M', 'In the editor: Tab leaves the editor instead of indenting'],
  ['Arrow keys, Home, End', 'In the file tree and in tabs'],
  ['Enter, F2, Delete', 'In the file tree: open, rename, delete'],
  ['Shift F10, Menu key', 'In the file tree: all actions'],
  ['Delete', 'On a tab: close it'],
  ['Alt ←, Alt →', 'On the board: move a bead to another column'],
  ['Enter, Shift Enter', 'In the agent’s box: run, new line'],
];

/** What this is, and every key. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open title="Help" text="Tabloom is a development machine inside this browser tab: files, shell, Node, tests, git and an agent. Your files stay in this browser; what you send to a model, to a git server or to another address of your choice leaves it." onClose={onClose}>
      <dl className={css.keys}>
        {keys.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{what}</dd></div>)}
      </dl>
      <p className={css.note}>On a Mac, Cmd takes the place of Ctrl (not for Ctrl M, which is Ctrl Shift M there). The project is saved in this browser as you work; other browsers and private windows have their own.</p>
      <p className={css.note}>The project’s name in the top bar leads to all projects. Several tabs can work on one at the same time: “Peers” in the work panel shows who is here, what agents do, and what is locked.</p>
      <p className={css.note}><a href="/notices.txt" target="_blank" rel="noopener">Licences of what is inside</a></p>
    </Dialog>
  );
}
