import type { PlantedBug } from './planted-bug'

/** What a run of the tests with a bug in place says of it. */
export type Verdict =
  /** Its test ran and failed. */
  | 'caught'
  /** Its test ran and passed. */
  | 'survived'
  /** Its test did not run: the file could not be read, a hook failed, or there is no such test. */
  | 'not run'

export interface Judgement {
  verdict: Verdict
  /** Why the first test failed, or why none ran; empty where they passed. */
  words: string
}

/** What a lane says of a run (lane.mjs). */
export interface RunReport {
  tests: { fullName: string; status: string; message: string }[]
  /** What went wrong outside of tests. */
  trouble: string
}

/** Matches the full names of the tests that are meant: what an `each` fills in may be anything. */
export function writeNamePattern({ test: { name, only } }: Pick<PlantedBug, 'test'>): string {
  const escaped = (only ?? name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Vitest looks for names with a space between a test and what it is in, and gives them with " > ".
  return only === undefined
    ? escaped.replaceAll(/%[sdifjo]/g, '.*')
    : `^${escaped.replaceAll(' ', '(?: > | )')}$`
}

/** What tests fail with where the machine is too slow for its database: it says nothing of a bug. */
const ofLoad = /Transaction API error|Connection terminated|timeout exceeded when trying to connect/
/** Nor does this, unless a wait without end is what the bug makes. */
const ofTime = /timed out in \d+ms/

export function judgeBug(bug: PlantedBug, { tests, trouble }: RunReport): Judgement {
  const pattern = new RegExp(writeNamePattern(bug), 's')
  const meant = tests.filter(({ fullName }) => pattern.test(fullName))
  const failed = meant.filter(({ status }) => status === 'failed')
  const caught = failed.find(
    ({ message }) => !ofLoad.test(message) && (bug.hangs === true || !ofTime.test(message)),
  )
  if (caught) return { verdict: 'caught', words: firstLine(caught.message) }
  if (failed[0]) return { verdict: 'not run', words: firstLine(failed[0].message) }
  if (meant.some(({ status }) => status === 'passed')) return { verdict: 'survived', words: '' }
  return { verdict: 'not run', words: firstLine(trouble) || 'no such test ran' }
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? ''
