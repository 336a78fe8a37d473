import type pg from 'pg'
import { isTracingOn, runInSpan } from './tracing'

const statementMaxLength = 500

interface Statement {
  text?: string
}

/**
 * Adds a span for each awaited statement of this pool or connection, if tracing is on. The span has the text with
 * parameters as `$1`, without their values. Streams (COPY) have none.
 */
export function traceStatements(runner: pg.Pool | pg.PoolClient): void {
  if (!isTracingOn()) return
  const query = runner.query.bind(runner) as (...args: unknown[]) => unknown
  const runTraced = (...args: unknown[]): unknown => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as Statement | null)?.text
    const isAwaited = typeof args.at(-1) !== 'function' && !isSubmittable(args[0])
    if (text === undefined || !isAwaited) return query(...args)
    return runInSpan(
      nameStatement(text),
      makeAttributes(text),
      () => query(...args) as Promise<unknown>,
    )
  }
  runner.query = runTraced as typeof runner.query
}

function isSubmittable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'submit' in value
}

const makeAttributes = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, statementMaxLength),
})

/** `select`, `insert`, `commit`: the first word after a comment. */
function nameStatement(text: string): string {
  return /^(?:\s*\/\*.*?\*\/)?\s*([a-z]+)/i.exec(text)?.[1]!.toLowerCase() ?? 'statement'
}
