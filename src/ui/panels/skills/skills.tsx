/** Skills: those of the project, and the person's own, which no project can read. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../../shared/errors.ts';
import { SKILL_FILE, SKILL_LIMITS } from '../../../work/skills/own-skills.ts';
import type { SkillInfo } from '../../../work/skills/store.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import css from '../work/work.module.css';
import { filesOfSkill } from './skill-files.ts';

const TEMPLATE = '---\nname: my-skill\ndescription: When to use it, in one sentence.\n---\n\nWhat to do.\n';

export function Skills() {
  const { work, workPanels } = useWorkspace();
  const { agentsVersion } = useStore(workPanels.store);
  const mine = useStore(work.skills.own.live);
  const [skills, setSkills] = useState<readonly SkillInfo[]>();
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<{ name: string; text: string }>();
  const { problem, attempt } = useAttempt();

  useEffect(() => {
    let over = false;
    if (agentsVersion > 0) void attempt(async () => { const all = await work.skills.list(); if (!over) setSkills(all); });
    return () => { over = true; };
  }, [work, agentsVersion, mine, attempt]);

  const importFiles = (files: FileList | null): Promise<boolean> => attempt(async () => {
    if (!files || files.length === 0) return;
    if (files.length > SKILL_LIMITS.files) throw new AppError('too_large', `A skill has at most ${SKILL_LIMITS.files} files.`);
    const { name, contents } = await filesOfSkill([...files]);
    await work.skills.own.save(name, contents);
  });
  return (
    <>
      <div className={css.row}>
        <Button look="primary" onClick={() => setAdding(true)}>New skill</Button>
        <label>Import a folder with {SKILL_FILE}<input type="file" multiple ref={(input) => { if (input) input.webkitdirectory = true; }} onChange={(event) => { const input = event.currentTarget; void importFiles(input.files).then(() => { input.value = ''; }); }} /></label>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {skills?.length === 0 && <p className={css.empty}>No skills. A project has them in <code>.agents/skills/NAME/{SKILL_FILE}</code>; your own are kept in this browser and go with you from project to project.</p>}
      <ul className={css.list} aria-label="Skills">
        {skills?.map((skill) => (
          <li key={skill.name} className={css.item}>
            <strong>{skill.name}</strong> <span className={css.meta}>{skill.source === 'own' ? 'yours' : 'of the project'}{skill.resources.length > 0 && ` · ${skill.resources.length} more ${skill.resources.length === 1 ? 'file' : 'files'}`}</span>
            {skill.description !== '' && <p className={css.said}>{skill.description}</p>}
            <div className={css.actions}>
              <Button aria-label={`Show ${skill.name}`} onClick={() => void attempt(async () => setShown({ name: skill.name, text: (await work.skills.read(skill, SKILL_FILE, { offset: 1, max_chars: 60_000 })).content }))}>Show</Button>
              {skill.source === 'own' && <Button look="danger" aria-label={`Remove ${skill.name}`} onClick={() => void attempt(() => work.skills.own.remove(skill.name))}>Remove</Button>}
            </div>
          </li>
        ))}
      </ul>
      {adding && <NewSkill onClose={() => setAdding(false)} />}
      {shown && <Dialog open title={shown.name} text={`Its ${SKILL_FILE}.`} onClose={() => setShown(undefined)}><pre className={css.said} tabIndex={0}>{shown.text}</pre></Dialog>}
    </>
  );
}

function NewSkill({ onClose }: { onClose(): void }) {
  const { own } = useWorkspace().work.skills;
  const [name, setName] = useState('');
  const [text, setText] = useState(TEMPLATE);
  const { problem, attempt } = useAttempt();
  return (
    <Dialog open title="New skill" text="Instructions that every agent of yours can load, in any project. They stay in this browser." onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => own.save(name.trim(), { [SKILL_FILE]: new TextEncoder().encode(text) })).then((done) => { if (done) onClose(); });
      }}>
        <div className={css.row}><label className={css.grow}>Name<input className={css.text} value={name} onChange={(event) => setName(event.target.value)} /></label></div>
        <div className={css.row}><label className={css.grow}>{SKILL_FILE}<textarea className={css.text} rows={10} value={text} onChange={(event) => setText(event.target.value)} /></label></div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <DialogActions><Button onClick={onClose}>Cancel</Button><Button look="primary" type="submit" disabled={name.trim() === ''}>Save</Button></DialogActions>
      </form>
    </Dialog>
  );
}
