/** The systems by name, with a sentence each for the person who chooses. Apart from the systems themselves, which come with all the tools. */
export const systemNames = ['tabloom', 'loom-go', 'loom-elixir', 'action-llama', 'atloop'] as const;

export type SystemName = (typeof systemNames)[number];

export const systemWords: Readonly<Record<SystemName, { label: string; hint: string }>> = {
  tabloom: { label: 'Tabloom', hint: 'All tools under their own names; right unless a prompt was written for another system.' },
  'loom-go': { label: 'Loom (Go)', hint: 'Actions such as edit_code, run_tests and create_bead, answered with {action_type, status, message, metadata}.' },
  'loom-elixir': { label: 'Loom (Elixir)', hint: 'shell and git, with file_read, file_edit and their kind, answered in plain text.' },
  'action-llama': { label: 'Action Llama', hint: 'bash, read, write, edit, grep, find and ls, answered with their short texts.' },
  atloop: { label: 'atloop', hint: 'run, read_file, edit_file, search and todo lists, answered with {ok, stdout, stderr, meta}.' },
};
