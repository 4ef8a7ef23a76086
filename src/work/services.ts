/** What tools need besides the sandbox: the shared work of people and agents. A page may lack any of them; the tool that needs it then says `not_configured`. */
import type { BeadStore } from './beads/store.ts';
import type { Directory } from './messages/directory.ts';
import type { MessageStore } from './messages/store.ts';
import type { SkillStore } from './skills/store.ts';
import type { TodoStore } from './todos/todos.ts';

export interface WorkServices {
  beads?: BeadStore;
  messages?: MessageStore;
  directory?: Directory;
  skills?: SkillStore;
  todos?: TodoStore;
}
