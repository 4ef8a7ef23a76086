/** What `npm help <term>` says here: npm's manual is not in the sandbox, so npm itself would find no matches for its own commands. */
import { existsSync } from 'node:fs';

/** @param npm npm's folder. True when everything was said. */
export function tellOfManual(npm: string, argv: readonly string[]): boolean {
  const [command, ...terms] = argv.filter((word) => !/^(-.*|\d+)$/.test(word));
  if (!/^(help|hlep|help-search)$/.test(command ?? '') || terms.length === 0) return false;
  const called = terms.length === 1 && existsSync(`${npm}/lib/commands/${terms[0]}.js`) ? ` "npm ${terms[0]} -h" says how the command is called;` : ' "npm help" lists the commands;';
  console.log(`The pages of npm's manual are not in this sandbox:${called} the manual is at https://docs.npmjs.com/cli.`);
  return true;
}
