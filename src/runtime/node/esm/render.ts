/** A module's text as a function the engine evaluates. */
import { AWAIT_NAME, TOP_AWAIT_NAME } from '../source/awaits.ts';
import { EVAL_NAME } from '../source/evals.ts';
import { editMap } from '../source/edit-map.ts';
import { applyEdits } from '../vm/acorn.ts';
import { IMPORT_NAME } from '../vm/dynamic-import.ts';
import { registerScript } from '../vm/scripts.ts';
import { referenceEdits } from './references.ts';
import { type Access, type Body, DEFAULT_FUNCTION, DEFAULT_NAME, META_NAME, type ModuleSyntax } from './module-syntax.ts';

const indirectEval = globalThis.eval;

export interface Rendering {
  access: ReadonlyMap<string, Access>;
  /** Part of a cycle: functions must exist before the body runs, so the body is a generator whose first step registers them. */
  hoists: boolean;
  url: string;
  /** Evaluates in another scope than the global one. */
  evaluate?: ((text: string) => unknown) | undefined;
}

/** Name of the object that holds the imports, in the body. */
export const IMPORTS = '$tb_i';
const key = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name));

export function render(syntax: ModuleSyntax, { access, hoists, url, evaluate = indirectEval }: Rendering): Body {
  const edits = [...syntax.edits];
  const by = (wanted: Access): string[] => [...access].filter(([, how]) => how === wanted).map(([local]) => local);
  const live = by('live');
  if (live.length > 0) referenceEdits(syntax.tree(), new Set(live), IMPORTS, edits);
  const constants = by('constant');
  const variables = by('variable');

  const getters = [...syntax.locals].map(([exported, local]) => `${key(exported)}:()=>${local === DEFAULT_NAME ? '$tb_g()' : local}`).join(',');
  const setters = variables.map((local) => `${local}:(v)=>{${local}=v}`).join(',');
  let head = `(${syntax.topLevelAwait ? 'async ' : ''}function${hoists ? '*' : ''}($tb_x,$tb_i,${IMPORT_NAME},${META_NAME},$tb_d,$tb_g,${AWAIT_NAME},${TOP_AWAIT_NAME},${EVAL_NAME}){"use strict";`;
  head += `$tb_x({__proto__:null,${getters}},{__proto__:null,${setters}});`;
  if (syntax.hasDefaultFunction) head += `Object.defineProperty(${DEFAULT_FUNCTION},"name",{value:"default",configurable:true});`;
  if (hoists) head += 'yield;';
  if (constants.length > 0) head += `const{${constants.join(',')}}=$tb_i;`;
  if (variables.length > 0) head += `let{${variables.join(',')}}=$tb_i;`;

  const text = applyEdits(syntax.code, edits);
  const name = registerScript(url, editMap(syntax.code, edits, head.length));
  return { run: evaluate(`${head}${text}\n})\n//# sourceURL=${name}`) as Body['run'] };
}
