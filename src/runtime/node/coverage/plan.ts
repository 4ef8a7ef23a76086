/**
 * Where a text is counted: V8's block coverage (`ast-source-ranges.h`, `source-range-ast-visitor.cc` and the bytecode generator say which constructs have a slot), with
 * insertions into the text in place of the engine's own counters.
 */
import type { Node } from '../vm/acorn.ts';
import { eachChild } from '../vm/acorn.ts';
import { CLOSE, CountedText, MARK } from './counted-text.ts';
import { functionName } from './function-names.ts';
import { COUNT_AFTER, COUNT_THERE, COUNTERS } from './names.ts';

/** `end` is -1 where a slot is open. What nothing can reach has a counter that stays at nought. */
export interface Slot { start: number; end: number; counter: number }
/** `compiled`: the engine counts blocks of what it has compiled, which it does at the first call or, where it expects one, before. */
export interface CountedFunction { name: string; compiled: boolean; start: number; end: number; counter: number; slots: Slot[] }
export interface CoveragePlan { functions: CountedFunction[]; next: number; edits: Pick<CountedText, 'first' | 'before' | 'after'> }

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);

/**
 * @param first number of the first counter
 * @param completion see `CountedText`
 */
export function planCoverage(code: string, tree: Node, first: number, completion = false): CoveragePlan {
  const planner = new Planner(code, first, completion);
  planner.program(tree);
  return { functions: planner.functions, edits: planner, next: planner.next };
}

/** One function while its text is walked. */
interface Open { slots: Slot[]; places: Set<number>; continuations: Map<Node, Slot> }

class Planner extends CountedText {
  readonly functions: CountedFunction[] = [];
  next: number;
  /** Where the brackets of arguments open. */
  private readonly calls = new Set<number>();
  private open!: Open;
  constructor(code: string, first: number, completion: boolean) {
    super(code, completion);
    this.next = first;
  }

  program(tree: Node): void {
    this.function('', 0, this.code.length, true, () => {
      // A program's own counter stands behind its directives.
      this.counted(this.directivesEnd(tree.body, 0), this.functions[0]!.counter);
      this.statements(tree.body);
    });
  }

  private function(name: string, start: number, end: number, eager: boolean, walk: (counter: number) => void): void {
    const outer = this.open;
    const counter = this.next++;
    this.open = { slots: [], places: new Set(), continuations: new Map() };
    this.functions.push({ name, compiled: eager, start, end, counter, slots: this.open.slots });
    walk(counter);
    this.open = outer;
  }

  // ---- slots ----

  private slot(start: number, end: number): Slot {
    const slot = { start, end, counter: this.next++ };
    this.open.slots.push(slot);
    return slot;
  }

  /** What comes after a node; of several in one place the outermost counts. */
  private continuation(node: Node, start: number): Slot | undefined {
    const { places, continuations } = this.open;
    if (places.has(start)) return undefined;
    places.add(start);
    const slot = this.slot(start, -1);
    continuations.set(node, slot);
    return slot;
  }

  /** The last of a function's or a block's statements has nothing after it. */
  private statements(body: Node[]): void {
    for (const node of body) this.visit(node);
    const last = body.at(-1);
    if (last === undefined) return;
    const { slots, continuations } = this.open;
    const slot = continuations.get(last.type === 'LabeledStatement' ? last.body : last);
    if (slot !== undefined) slots.splice(slots.indexOf(slot), 1);
  }

  /** The text of the counter of a continuation. Its place in the text is behind the whole statement. */
  private behind(node: Node, slot: Slot | undefined): void {
    if (slot !== undefined) this.put(this.after, node.end, `${MARK};${this.statement(slot.counter)}`);
  }

  /** Counts when an expression is evaluated. */
  private expression(node: Node, counter: number, holder?: Node): void {
    this.put(this.before, node.start, `(${COUNTERS}[${counter}]++,`);
    this.visit(node, holder);
    this.put(this.after, node.end, CLOSE);
  }

  /** Counts at the beginning of a statement's body. */
  private body(node: Node, counter: number): void {
    if (node.type === 'BlockStatement') {
      this.counted(node.start + 1, counter);
      this.block(node);
    } else {
      this.put(this.first, node.start, `${MARK}{${this.statement(counter)}`);
      this.visit(node);
      this.put(this.after, node.end, `${MARK}}`);
    }
  }

  // ---- the tree ----

  private children(node: Node): void {
    eachChild(node, (child) => this.visit(child));
  }

  private visit(node: Node, holder?: Node, owner?: Node): void {
    const { type } = node;
    if (FUNCTIONS.has(type)) return this.inner(node, holder, owner);
    if (LOOPS.has(type)) return this.loop(node);
    switch (type) {
      case 'Property': case 'MethodDefinition':
        if (node.computed) this.visit(node.key);
        return this.visit(node.value, node, holder);
      case 'ObjectExpression':
        for (const property of node.properties as Node[]) this.visit(property, holder);
        return;
      case 'ExportDefaultDeclaration': return this.visit(node.declaration, node);
      case 'ClassDeclaration': case 'ClassExpression':
        if (node.superClass) this.visit(node.superClass);
        return this.members(node);
      case 'MemberExpression':
        if (!node.optional) return this.children(node);
        return this.link(node);
      case 'CallExpression': case 'NewExpression': {
        if (node.arguments[0] !== undefined) this.calls.add(this.past(node.callee.end, '(') - 1);
        if (!node.optional) return this.children(node);
        this.visit(node.callee);
        const dot = this.past(node.callee.end, '?.') - 2;
        const { counter } = this.slot(dot, node.end);
        const open = this.pastBlanks(dot + 2) + 1;
        // The object that a method is called on stands before it: only the arguments can be counted with.
        this.put(this.before, open, `...(${COUNTERS}[${counter}]++,[])${node.arguments.length > 0 ? ',' : ''}`);
        for (const argument of node.arguments as Node[]) this.visit(argument);
        return;
      }
      case 'ArrayExpression':
        for (const element of node.elements as (Node | null)[]) if (element !== null) this.visit(element, holder);
        return;
      case 'VariableDeclarator': case 'AssignmentExpression': {
        eachChild(node, (child) => this.visit(child, node));
        return;
      }
      case 'BlockStatement': {
        const slot = this.continuation(node, node.end);
        this.statements(node.body);
        return this.behind(node, slot);
      }
      case 'IfStatement': return this.if(node);
      case 'ConditionalExpression': {
        this.visit(node.test);
        const question = this.past(node.test.end, '?') - 1;
        const then = this.operand(question + 1, node.consequent);
        const thenSlot = this.slot(question, then.end);
        this.expression(node.consequent, thenSlot.counter, holder);
        const colon = this.pastBlanks(then.end);
        const otherwise = this.operand(colon + 1, node.alternate);
        const elseSlot = this.slot(colon, otherwise.end);
        return this.expression(node.alternate, elseSlot.counter, holder);
      }
      case 'LogicalExpression': {
        this.visit(node.left);
        const behind = this.past(node.left.end, node.operator);
        return this.expression(node.right, this.slot(behind - node.operator.length, this.operand(behind, node.right).end).counter);
      }
      case 'ReturnStatement': case 'BreakStatement': case 'ContinueStatement': case 'ThrowStatement':
        this.continuation(node, node.end);
        return this.children(node);
      case 'YieldExpression': case 'AwaitExpression': {
        const after = this.pastBlanks(node.end);
        const slot = this.continuation(node, this.code[after] === ';' ? after + 1 : node.end);
        if (slot === undefined) return this.children(node);
        this.put(this.before, node.start, `${COUNT_AFTER}(${slot.counter},`);
        this.children(node);
        this.put(this.after, node.end, CLOSE);
        return;
      }
      case 'SwitchStatement': return this.switch(node);
      case 'TryStatement': return this.try(node);
      default: return this.children(node);
    }
  }

  /** A block that another statement goes on behind: what counts its end is its last statement. */
  private block(node: Node, slots = [this.continuation(node, node.end)]): void {
    this.statements(node.body);
    for (const slot of slots) if (slot !== undefined) this.put(this.after, node.end - 1, `${MARK};${this.statement(slot.counter)}`);
  }

  /** `a?.b`: counted where `a` is there. */
  private link(node: Node): void {
    const { counter } = this.slot(this.past(node.object.end, '?.') - 2, node.end);
    this.put(this.before, node.object.start, `${COUNT_THERE}(${counter},`);
    this.visit(node.object);
    this.put(this.after, node.object.end, CLOSE);
    if (node.computed) this.visit(node.property);
  }

  /** A class: its fields are initialised by a function of the instance's, its static parts by one of the class's. */
  private members(node: Node): void {
    const members = node.body.body as Node[];
    const parts = (wanted: boolean): Node[] => members.filter((member) => (member.type === 'PropertyDefinition' && Boolean(member.static) === wanted) || (wanted && member.type === 'StaticBlock'));
    for (const member of members) {
      if (member.type === 'StaticBlock' || member.type === 'PropertyDefinition') {
        if (member.computed) this.visit(member.key);
      } else this.visit(member, node);
    }
    for (const [name, some, isStatic] of [['<static_initializer>', parts(true), true], ['<instance_members_initializer>', parts(false), false]] as const) {
      if (some.length === 0) continue;
      this.function(name, some[0]!.start, (some.at(-1)!.value ?? (some.at(-1)!.type === 'StaticBlock' ? some.at(-1)! : some.at(-1)!.key)).end, true, (counter) => {
        this.put(this.before, some[0]!.start, isStatic ? `static{${COUNTERS}[${counter}]++}` : `#${COUNTERS}=${COUNTERS}[${counter}]++;`);
        for (const part of some) {
          if (part.type === 'StaticBlock') this.statements(part.body);
          else if (part.value) this.visit(part.value, part);
        }
      });
    }
  }

  private if(node: Node): void {
    const { consequent, alternate } = node;
    const slot = this.continuation(node, (alternate ?? consequent).end);
    this.visit(node.test);
    this.body(consequent, this.slot(consequent.start, consequent.end).counter);
    if (alternate) this.body(alternate, this.slot(consequent.end, alternate.end).counter);
    this.behind(node, slot);
  }

  private loop(node: Node): void {
    const { body } = node;
    const slot = this.continuation(node, body.end);
    const inside = this.slot(body.start, body.end).counter;
    eachChild(node, (child, member) => {
      if (member === 'body') this.body(child, inside);
      else this.visit(child);
    });
    this.behind(node, slot);
  }

  private switch(node: Node): void {
    const slot = this.continuation(node, node.end);
    this.visit(node.discriminant);
    for (const one of node.cases as Node[]) {
      if (one.test) this.visit(one.test);
      const colon = this.past(one.test ? one.test.end : one.start + 'default'.length, ':');
      const { counter } = this.slot(one.start, one.end);
      this.counted(colon, counter);
      this.statements(one.consequent);
    }
    this.behind(node, slot);
  }

  private try(node: Node): void {
    const { block, handler, finalizer } = node;
    const slot = this.continuation(node, node.end);
    // With `finally` the engine has one statement within another: the inner one ends at both its blocks.
    const inner = handler && finalizer ? this.continuation(handler, handler.end) : undefined;
    this.block(block, [inner]);
    if (handler) {
      const { counter } = this.slot(handler.start, handler.end);
      if (handler.param) this.visit(handler.param);
      this.counted(handler.body.start + 1, counter);
      this.block(handler.body, [this.continuation(handler.body, handler.end), inner]);
    }
    if (finalizer) this.body(finalizer, this.slot(this.pastBlanks((handler ?? block).end), finalizer.end).counter);
    this.behind(node, slot);
  }

  /** At the name, or the words and the star before it; `static` is no part of it. */
  private memberStart(member: Node): number {
    return member.static ? this.pastBlanks(member.start + 'static'.length) : member.start;
  }

  /** Whether the engine compiles a function before it is called: in brackets, or behind `!`, it expects a call at once. */
  private eager({ type, async, start }: Node): boolean {
    if (type === 'FunctionDeclaration' || async) return false;
    const [before] = /[(!]?\s*$/.exec(this.code.slice(Math.max(0, start - 100), start))!;
    return before.startsWith('!') || (before.startsWith('(') && !this.calls.has(start - before.length));
  }

  private inner(node: Node, holder: Node | undefined, owner: Node | undefined): void {
    const member = holder?.type === 'MethodDefinition' || (holder?.type === 'Property' && (holder.method || holder.kind !== 'init'));
    const start = member ? this.memberStart(holder!) : node.start;
    this.function(functionName(node, holder, owner), start, node.end, !member && this.eager(node), (counter) => {
      for (const parameter of node.params as Node[]) this.visit(parameter);
      const { body } = node;
      if (body.type !== 'BlockStatement') return this.expression(body, counter);
      this.counted(this.directivesEnd(body.body, body.start + 1), counter);
      this.statements(body.body);
    });
  }
}
