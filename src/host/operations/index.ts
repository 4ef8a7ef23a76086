import { editFiles } from './edit.ts';
import { execCommand } from './exec.ts';
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
  exec: execCommand, stat: statFile, read: readRange, write: writeWhole, edit: editFiles, tree: listTree, search: searchText,
  project: describeProject, expand: expandPatterns, report: takeReport,
};
