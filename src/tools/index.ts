/** All tools, in the order in which models are told about them. One more tool: its file, and one line here. */
import { acquireLock } from './acquire-lock.ts';
import { appendFile } from './append-file.ts';
import { applyPatch } from './apply-patch.ts';
import { approveBead } from './approve-bead.ts';
import { askFollowup } from './ask-followup.ts';
import { callAgent } from './call-agent.ts';
import { checkCall } from './check-call.ts';
import { closeBead } from './close-bead.ts';
import { createBead } from './create-bead.ts';
import { delegateTask } from './delegate-task.ts';
import { buildProject } from './build-project.ts';
import { editFile } from './edit-file.ts';
import { escalateCeo } from './escalate-ceo.ts';
import { git } from './git.ts';
import { glob } from './glob.ts';
import { ls } from './ls.ts';
import { multiEditFile } from './multi-edit-file.ts';
import { readFile } from './read-file.ts';
import { readSkillFile } from './read-skill-file.ts';
import { readTree } from './read-tree.ts';
import { rejectBead } from './reject-bead.ts';
import { releaseLock } from './release-lock.ts';
import { returnValue } from './return-value.ts';
import { runCommand } from './run-command.ts';
import { runLinter } from './run-linter.ts';
import { runTests } from './run-tests.ts';
import { search } from './search.ts';
import { sendAgentMessage } from './send-agent-message.ts';
import { setStatus } from './set-status.ts';
import { skill } from './skill.ts';
import { todoRead } from './todo-read.ts';
import { todoWrite } from './todo-write.ts';
import { waitForTrigger } from './wait-for-trigger.ts';
import { writeFile } from './write-file.ts';
import { createRegistry } from './registry.ts';
import type { RegistrationStats } from './registry.ts';
import type { Tool } from './tool.ts';

const list = [
  readTree, ls, readFile, search, glob, writeFile, appendFile, editFile, multiEditFile, applyPatch, runCommand, runTests, runLinter, buildProject,
  git, createBead, closeBead, approveBead, rejectBead, escalateCeo, askFollowup, sendAgentMessage, delegateTask,
  acquireLock, releaseLock, callAgent, checkCall, setStatus, returnValue, waitForTrigger, skill, readSkillFile, todoRead, todoWrite,
] as const;

export type ToolName = (typeof list)[number]['name'];

/** As data for those that walk the registry; each tool checks its own input, so the schemas' types are not needed there. */
export const tools: readonly Tool[] = list as unknown as readonly Tool[];

/** What the whole of Tabloom knows: all tools under all their names. */
export const toolRegistry = createRegistry(tools);

/** How their registration went; `failed` is empty, or a test fails. */
export const toolRegistryStats = (): RegistrationStats => toolRegistry.stats;
