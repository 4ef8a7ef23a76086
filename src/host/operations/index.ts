import { agentFiles } from './agent-files.ts';
import { appendText } from './append.ts';
import { backgroundList, backgroundLook, backgroundStart, backgroundStop } from './background.ts';
import { editFiles } from './edit.ts';
import { execCommand } from './exec.ts';
import { fences } from './fences.ts';
import { globFiles } from './glob.ts';
import { listFolder } from './ls.ts';
import { applyPatch } from './patch.ts';
import { readRange } from './read.ts';
import { searchText } from './search.ts';
import { statFile } from './stat.ts';
import { expandPatterns } from './expand.ts';
import { describeProject } from './project.ts';
import { takeReport } from './report.ts';
import { listTree } from './tree.ts';
import { writeWhole } from './write.ts';
import type { Operation } from '../operation.ts';
import type { HostOperation } from '../protocol.ts';

export const operationTable: { [O in HostOperation]: Operation<O> } = {
  agent_files: agentFiles,
  exec: execCommand, background_start: backgroundStart, background_look: backgroundLook, background_stop: backgroundStop, background_list: backgroundList,
  stat: statFile, read: readRange, write: writeWhole, append: appendText, edit: editFiles, patch: applyPatch, tree: listTree, ls: listFolder, glob: globFiles, search: searchText,
  project: describeProject, expand: expandPatterns, report: takeReport, fences,
};
