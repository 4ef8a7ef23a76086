/** A few words that have more behind them: the mouse sees it as a tooltip, fingers and keys ask for it. */
import { useState, type ButtonHTMLAttributes } from 'react';
import { later } from './later.tsx';

const ExplainedDialog = later(async () => (await import('./explained-dialog.tsx')).ExplainedDialog);

/** A button whose text is a short state; it opens `about` under the heading `heading`, with what can be done about it. The rest goes to the button. */
export function Explained({ heading, about, action, children, ...rest }: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> & {
  heading: string;
  about: string;
  action: { label: string; run(): void };
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" title={about} aria-haspopup="dialog" onClick={() => setOpen(true)} {...rest}>{children}</button>
      {open && <ExplainedDialog heading={heading} about={about} action={action} onClose={() => setOpen(false)} />}
    </>
  );
}
