import { useState } from 'react';
import { AppError } from '../../shared/errors.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Notice, TextField } from '../kit/field.tsx';

interface Props {
  title: string;
  /** Where it will be; `''` is the project's root. */
  folder: string;
  /** @throws with a sentence that the dialog shows. */
  onName(name: string): Promise<void>;
  onClose(): void;
}

/** Asks for the name of a new file or folder. */
export function NameDialog({ title, folder, onName, onClose }: Props) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog open title={title} text={folder === '' ? 'In the project’s root. Slashes make folders.' : `In ${folder}. Slashes make folders.`} onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        onName(name).then(onClose, (error: unknown) => setProblem(AppError.from(error).message));
      }}>
        <TextField label="Name" value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">Create</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
