import type pg from 'pg'
import { inSpan, isTracing } from './tracing'

const statementMaxLength = 500

interface Statement {
  text?: string
}

/**
 * A span for each statement of this pool or connection that is awaited, where spans are made: with its text, in which
 * parameters are `$1`, and without their values. A stream (COPY) has none.
 */
export function traceStatements(runner: pg.Pool | pg.PoolClient): void {
  if (!isTracing()) return
  const query = runner.query.bind(runner) as (...given: unknown[]) => unknown
  const traced = (...given: unknown[]): unknown => {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as Statement | null)?.text
    const isAwaited = typeof given.at(-1) !== 'function' && !isSubmittable(given[0])
    if (text === undefined || !isAwaited) return query(...given)
    return inSpan(nameStatement(text), describe(text), () => query(...given) as Promise<unknown>)
  }
  runner.query = traced as typeof runner.query
}

function isSubmittable(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'submit' in given
}

const describe = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, statementMaxLength),
})

/** `select`, `insert`, `commit`: the word that it begins with. */
function nameStatement(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'
}
