import type { Mutation } from './mutation'

/** The result of running a mutation's test with the mutation applied. */
export type MutationVerdict =
  /** The test ran and failed. */
  | 'killed'
  /** The test ran and passed. */
  | 'survived'
  /** No result: the test did not run (its file could not be loaded, a hook failed, ...), or failed for an unrelated reason. */
  | 'not run'

export interface MutationJudgement {
  verdict: MutationVerdict
  /** Why the test failed, or why it did not run. Empty if it passed. */
  message: string
}

/** What vitest-worker.mjs reports after a run. */
export interface MutationTestReport {
  tests: { fullName: string; status: string; message: string }[]
  /** The first error outside a test; empty if there is none. */
  error: string
}

/** Matches the full names of the mutation's tests; a placeholder of `test.each` matches anything. */
export function buildTestNamePattern({ test: { name, only } }: Pick<Mutation, 'test'>): string {
  const escaped = (only ?? name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Vitest searches names that join `describe` and test with a space, but reports them joined with " > ".
  return only === undefined
    ? escaped.replaceAll(/%[sdifjo]/g, '.*')
    : `^${escaped.replaceAll(' ', '(?: > | )')}$`
}

/** Errors that say nothing about the guard: the machine is too busy for its database, or the mutation is invalid code. */
const unrelatedError =
  /Transaction API error|Connection terminated|timeout exceeded when trying to connect|^\w+ is not defined/
/** A timeout says nothing either, unless the mutation makes its test wait forever. */
const timeoutError = /timed out in \d+ms/

export function judgeMutation(
  mutation: Mutation,
  { tests, error }: MutationTestReport,
): MutationJudgement {
  const pattern = new RegExp(buildTestNamePattern(mutation), 's')
  const matches = tests.filter(({ fullName }) => pattern.test(fullName))
  const failures = matches.filter(({ status }) => status === 'failed')
  const kill = failures.find(
    ({ message }) =>
      !unrelatedError.test(message) && (mutation.hangs === true || !timeoutError.test(message)),
  )
  if (kill) return { verdict: 'killed', message: readFirstLine(kill.message) }
  if (failures[0]) return { verdict: 'not run', message: readFirstLine(failures[0].message) }
  if (matches.some(({ status }) => status === 'passed')) return { verdict: 'survived', message: '' }
  return { verdict: 'not run', message: readFirstLine(error) || 'no test of that name ran' }
}

const readFirstLine = (text: string) => text.trim().split('\n')[0] ?? ''
