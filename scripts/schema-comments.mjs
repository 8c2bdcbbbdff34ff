// Carries the doc comments of the contract's zod schemas over into JSON Schemas, so that a field is described in one place. The
// sources are read with the TypeScript compiler, since comments do not exist at run time; source and JSON Schema are then walked
// side by side.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The constants of all files of a folder, by name: the expression each is made of, and its comment. */
export function readConstants(folder) {
  const constants = new Map();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const file = ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of file.statements.filter(ts.isVariableStatement)) {
      for (const { name: constant, initializer } of statement.declarationList.declarations)
        if (initializer) constants.set(constant.text, { expression: initializer, comment: commentOf(statement) });
    }
  }
  return constants;
}

/** Writes the comments of the schema constant `name` into `document`, the JSON Schema that was made of it. */
export function describeSchema(document, name, constants) {
  const done = new Set();
  walk(document, constants.get(name).expression);

  function walk(node, expression) {
    if (node === undefined || done.has(node)) return;
    done.add(node);
    if (node.$ref !== undefined) walk(document.$defs[node.$ref.split('/').at(-1)], expression);
    else if (ts.isIdentifier(expression)) walkConstant(node, expression.text);
    else if (ts.isCallExpression(expression)) walkCall(node, expression);
  }

  function walkConstant(node, constant) {
    const known = constants.get(constant);
    if (known === undefined) return;
    describe(node, known.comment);
    done.delete(node);
    walk(node, known.expression);
  }

  function walkCall(node, call) {
    const { expression: callee, arguments: given } = call;
    if (!ts.isPropertyAccessExpression(callee)) return;
    const method = callee.name.text;
    const [first, second] = given;
    if (['object', 'strictObject', 'looseObject'].includes(method)) walkProperties(node, first);
    else if (method === 'array') walk(node.items, first);
    else if (method === 'record') walk(node.additionalProperties, second);
    else if (method === 'union') walkMembers(node.anyOf, first);
    else if (method === 'discriminatedUnion') walkMembers(node.oneOf, second);
    else {
      // `x.optional()`, `x.min(1)`: of the same shape as `x`.
      done.delete(node);
      walk(node, callee.expression);
    }
  }

  function walkProperties(node, literal) {
    for (const property of literal.properties.filter(ts.isPropertyAssignment)) {
      const field = node.properties?.[property.name.text];
      if (field === undefined) continue;
      describe(field, commentOf(property));
      walk(field, property.initializer);
    }
  }

  function walkMembers(nodes, list) {
    list.elements.forEach((member, index) => {
      const node = nodes?.[index];
      if (node === undefined) return;
      describe(node, commentOf(member));
      walk(node, member);
    });
  }
}

/** What stands nearest to the field wins: its own comment goes before that of the schema it uses. */
function describe(node, comment) {
  if (comment !== undefined) node.description ??= comment;
}

/** The doc comment before a node, as one paragraph and without its tags. */
function commentOf(node) {
  const text = node.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const comment = ranges.map(({ pos, end }) => text.slice(pos, end)).findLast((part) => part.startsWith('/**'));
  if (comment === undefined) return undefined;
  const lines = comment
    .slice(3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim());
  const tags = lines.findIndex((line) => line.startsWith('@'));
  return (tags === -1 ? lines : lines.slice(0, tags)).join(' ').trim();
}
