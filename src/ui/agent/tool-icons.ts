import {
  CircleCheckBig, CircleDot, CircleHelp, CircleX, FilePen, FilePlus, FileText, FlaskConical, Folder, GitBranch, GraduationCap, Hammer, Hourglass, ListTodo, Lock, Mail,
  PhoneCall, Search, SquareTerminal, SpellCheck, Tag, TriangleAlert, Users, Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ToolIcon } from '../../tools/tool.ts';

const icons: Record<ToolIcon, LucideIcon> = {
  file: FileText, 'file-plus': FilePlus, 'file-pen': FilePen, folder: Folder, search: Search, terminal: SquareTerminal, test: FlaskConical, lint: SpellCheck, build: Hammer,
  git: GitBranch, bead: CircleDot, approve: CircleCheckBig, reject: CircleX, escalate: TriangleAlert, question: CircleHelp, message: Mail, delegate: Users, lock: Lock,
  call: PhoneCall, status: Tag, wait: Hourglass, skill: GraduationCap, todo: ListTodo, tool: Wrench,
};

/** The picture for a tool's kind. */
export const toolIcon = (name: ToolIcon): LucideIcon => icons[name];
