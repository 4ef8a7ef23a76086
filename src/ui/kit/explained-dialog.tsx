/** The dialog of `explained.tsx`, which loads it when it is first asked. */
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** A state in full, and what can be done about it. */
export function ExplainedDialog({ heading, about, action, onClose }: { heading: string; about: string; action: { label: string; run(): void }; onClose(): void }) {
  return (
    <Dialog open title={heading} text={about} onClose={onClose}>
      <DialogActions>
        <Button onClick={() => { onClose(); action.run(); }}>{action.label}</Button>
        <Button look="primary" autoFocus onClick={onClose}>Understood</Button>
      </DialogActions>
    </Dialog>
  );
}
