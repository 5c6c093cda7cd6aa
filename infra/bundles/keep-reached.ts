import { parseAst } from 'rolldown/parseAst'

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

interface Statement extends Pick<Node, 'start' | 'end'> {
  /** The names that it declares, or else has an effect on. */
  gives: string[]
  names: string[]
}

/**
 * Empties the statements of a script that none of the given names needs. The lines of the others stay where they are.
 *
 * For scripts made by a bundler: what declares nothing is taken to have an effect on the first name in it only, as in
 * `name.property = …`, `name.push(…)` and `__export(name, …)`.
 */
export function keepReached(code: string, reached: string[]): string {
  const statements = (parseAst(code).body as unknown as Node[]).map(readStatement)
  const giving = new Map<string, Statement[]>()
  for (const statement of statements)
    for (const name of statement.gives) giving.set(name, [...(giving.get(name) ?? []), statement])
  const absent = reached.filter((name) => !giving.has(name))
  if (absent.length > 0) throw new Error(`the script has no ${absent.join(', ')}`)
  const kept = new Set<Statement>()
  const needed = new Set(reached)
  // A set is read to its end, though it grows meanwhile.
  for (const name of needed)
    for (const statement of giving.get(name) ?? [])
      if (!kept.has(statement)) {
        kept.add(statement)
        for (const each of statement.names) needed.add(each)
      }
  const written = statements.map((statement, index) => {
    const text = code.slice(statement.start, statement.end)
    const before = code.slice(statements[index - 1]?.end ?? 0, statement.start)
    return before + (kept.has(statement) ? text : text.replaceAll(/.+/g, ''))
  })
  return written.join('') + code.slice(statements.at(-1)?.end ?? 0)
}

function readStatement(node: Node): Statement {
  const declares = declaredBy(node)
  const gives = declares.length > 0 ? declares : effectsOf(node).flatMap((each) => namesIn(each).slice(0, 1))
  return { start: node.start, end: node.end, gives, names: namesIn(node) }
}

function declaredBy(node: Node): string[] {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return namesIn(node['id'])
  if (node.type !== 'VariableDeclaration') return []
  return (node['declarations'] as Node[]).flatMap(({ id }) => namesIn(id))
}

/** The parts of a statement that each begin with the name that they have an effect on. */
function effectsOf(node: Node): unknown[] {
  if (node.type === 'ExpressionStatement') return effectsOf(node['expression'] as Node)
  if (node.type === 'IfStatement') return effectsOf(node['consequent'] as Node)
  if (node.type === 'BlockStatement') return (node['body'] as Node[]).flatMap(effectsOf)
  if (node.type === 'SequenceExpression') return (node['expressions'] as Node[]).flatMap(effectsOf)
  if (node.type !== 'CallExpression') return [node]
  const called = node['callee'] as Node
  const isMethod = called.type === 'MemberExpression' && namesIn(called)[0] !== 'Object'
  return [isMethod ? called : node['arguments']]
}

const withProperties = new Set(['MemberExpression', 'Property', 'MethodDefinition', 'PropertyDefinition'])

/** In the order of the text. Names of properties are not among them. */
function namesIn(found: unknown): string[] {
  if (Array.isArray(found)) return found.flatMap(namesIn)
  if (typeof found !== 'object' || found === null) return []
  const node = found as Node
  if (node.type === 'Identifier') return [node['name'] as string]
  const isNamed = withProperties.has(node.type) && node['computed'] === false
  return Object.entries(node).flatMap(([part, child]) =>
    isNamed && (part === 'key' || part === 'property') ? [] : namesIn(child),
  )
}
