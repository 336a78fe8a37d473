import pg from 'pg'

/**
 * Begins the text of a statement that runs often. A connection parses it once and names it, and after five executions
 * PostgreSQL may reuse a plan that does not depend on the parameters (docs/decisions/059-named-statements.md). Only for
 * statements that find rows by keys or a short range of an index, and always have the same text.
 */
const mark = '/* named */'

/** PostgreSQL and the connection disagree about a name, or the statement now returns other columns. */
const outdatedNameCodes = new Set<string | undefined>(['0A000', '26000', '42P05'])

/** More would mean that a marked statement has many texts. Each connection and PostgreSQL remember all of them. */
const maxNames = 100

/** The same text has the same name on all connections of this process. */
const namesByText = new Map<string, string>()

interface Statement {
  text: string
}

/** Sends the statements of one connection, the marked ones by name. */
export class StatementNamer {
  /** Part of all names. Increasing it makes the connection parse all statements again. */
  private generation = 0

  constructor(private readonly query: (...args: unknown[]) => unknown) {}

  send(...args: unknown[]): unknown {
    const [statement, ...otherArguments] = args
    if (!isMarked(statement)) return this.query(...args)
    const name = findName(statement.text)
    if (name === null) return this.query(...args)
    const namedStatement = { ...statement, name: `${name}_${this.generation}` }
    const result = this.query(namedStatement, ...otherArguments)
    // The pool closes the connection after such an error, except in a transaction.
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && outdatedNameCodes.has(error.code))
          this.generation += 1
      })
    return result
  }
}

function isMarked(statement: unknown): statement is Statement {
  const text: unknown =
    typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : null
  return typeof text === 'string' && text.startsWith(mark)
}

function findName(text: string): string | null {
  const knownName = namesByText.get(text)
  if (knownName !== undefined || namesByText.size >= maxNames) return knownName ?? null
  const name = `stepmark_${namesByText.size}`
  namesByText.set(text, name)
  return name
}
