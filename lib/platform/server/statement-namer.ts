import pg from 'pg'

/**
 * Begins the text of a statement that runs often. A connection parses it once and names it, and after five executions
 * PostgreSQL may reuse a plan that does not depend on the parameters (docs/decisions/059-named-statements.md). Only for
 * statements that find rows by their keys and have always the same text.
 */
const mark = '/* named */'

/** The columns of a known statement have changed. */
const outdatedStatementCode = '0A000'

/** The same text has the same name on all connections of this process. */
const namesByText = new Map<string, string>()

interface Statement {
  text: string
}

/** Sends the statements of one connection, the marked ones by name. */
export class StatementNamer {
  /** Part of all names. A new one makes the connection parse them again. */
  private generation = 0

  constructor(private readonly query: (...args: unknown[]) => unknown) {}

  send(...args: unknown[]): unknown {
    const [statement, ...otherArguments] = args
    if (!isMarked(statement)) return this.query(...args)
    const name = `${findName(statement.text)}_${this.generation}`
    const result = this.query({ ...statement, name }, ...otherArguments)
    // The pool closes the connection after such an error, except in a transaction.
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === outdatedStatementCode)
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

function findName(text: string): string {
  const name = namesByText.get(text) ?? `stepmark_${namesByText.size}`
  namesByText.set(text, name)
  return name
}
