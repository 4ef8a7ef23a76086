/** The dialog of `confirm.tsx`, which loads it when it is first asked. */
import { Button } from './button.tsx';
import type { ConfirmProps } from './confirm.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** A yes/no dialog whose safe answer has the focus. */
export function ConfirmDialog({ open, title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} text={text}>
      <DialogActions>
        <Button autoFocus onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => { onClose(); onConfirm(); }}>{action}</Button>
      </DialogActions>
    </Dialog>
  );
}
