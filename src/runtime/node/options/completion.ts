/** `node --completion-bash` (GetBashCompletion of src/node_options.cc). */
import type { OptionTable } from './parse.ts';

export function bashCompletion({ options, aliases }: OptionTable): string {
  const words = [...options.map(([name]) => name).filter((name) => name.startsWith('-')), ...aliases.map(([name]) => name)];
  return `_node_complete() {
  local cur_word options
  cur_word="\${COMP_WORDS[COMP_CWORD]}"
  if [[ "\${cur_word}" == -* ]] ; then
    COMPREPLY=( $(compgen -W '${words.join(' ')}' -- "\${cur_word}") )
    return 0
  else
    COMPREPLY=( $(compgen -f "\${cur_word}") )
    return 0
  fi
}
complete -o filenames -o nospace -o bashdefault -F _node_complete node node_g
`;
}
