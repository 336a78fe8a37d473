import { parseSync } from 'vite'

/** A text or a declared name, with its line in the file, from 1. */
export interface TextOccurrence {
  line: number
  text: string
}

export interface TextsAndNames {
  /** Comments, and strings and JSX text with a space, without SQL. */
  texts: TextOccurrence[]
  /** Declared variables, parameters, functions, types, properties and keys. */
  names: TextOccurrence[]
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Node types that declare a name, and the key under which it is. */
const declarations: Record<string, string> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  Property: 'key',
  CatchClause: 'param',
}

/** The identifiers that a declaration's name or pattern binds. */
function listBoundNames(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [pattern]
    case 'AssignmentPattern':
      return listBoundNames(pattern.left)
    case 'RestElement':
      return listBoundNames(pattern.argument)
    case 'TSParameterProperty':
      return listBoundNames(pattern.parameter)
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(listBoundNames)
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((each) =>
        listBoundNames(each.type === 'Property' ? each.value : each),
      )
    default:
      return []
  }
}

function listDeclaredNames(node: Node): Node[] {
  const key = declarations[node.type]
  const ownNames = key !== undefined && node.computed !== true ? listBoundNames(node[key]) : []
  const parameters = Array.isArray(node.params) ? node.params.flatMap(listBoundNames) : []
  return [...ownNames, ...parameters]
}

function readText(node: Node): string | null {
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** Whether a tagged template is a `String.raw`. */
function isRawString({ tag }: Node): boolean {
  const { object, property } = tag as Record<string, Node | undefined>
  return object?.name === 'String' && property?.name === 'raw'
}

/** Reads a TypeScript file. Throws if it does not parse. */
export function readTextsAndNames(path: string, source: string): TextsAndNames {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const lineEnds = [...source.matchAll(/\n/g)].map(({ index }) => index)
  const findLine = (start: number) => {
    const index = lineEnds.findIndex((end) => end >= start)
    return (index === -1 ? lineEnds.length : index) + 1
  }
  const texts: TextOccurrence[] = comments.map(({ start, value }) => ({
    line: findLine(start),
    text: value.replaceAll(/\n\s*\*/g, ' '),
  }))
  const names: TextOccurrence[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    for (const name of listDeclaredNames(value))
      names.push({ line: findLine(name.start), text: name.name as string })
    const text = readText(value)
    if (text?.includes(' ')) texts.push({ line: findLine(value.start), text })
    if (value.type === 'TaggedTemplateExpression' && !isRawString(value)) {
      // The text of all other tagged templates is SQL.
      return visit((value.quasi as Node).expressions)
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(program)
  return { texts, names }
}
