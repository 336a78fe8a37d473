import type { StepScore } from '@/lib/scoring/step-scores'

/** What is scored. */
export interface ScoredSolution {
  problem: string
  steps: readonly string[]
}

/** One call: JSON, sent to the address with this at its end. */
export interface ScoreRequest {
  /** Begins with a slash; empty: the address itself. */
  path: string
  body: unknown
}

export type ReadScores = { ok: true; scores: StepScore[] } | { ok: false; problem: string }

/** How one kind of server is asked and understood. No I/O. */
export interface ConnectorRules<Settings> {
  /** Goes up with every change that may change scores: what was answered before is then asked again. */
  version: number
  /**
   * All that are needed for one solution, in order; none waits for the reply to another. Those of many steps are written
   * one by one, as they are sent: together they would be as large as the square of the steps.
   */
  writeRequests: (settings: Settings, solution: ScoredSolution) => Iterable<ScoreRequest>
  /** @param replies parsed bodies, one for each request, in their order */
  readReplies: (
    settings: Settings,
    solution: ScoredSolution,
    replies: readonly unknown[],
  ) => ReadScores
}

export const fail = (problem: string) => ({ ok: false, problem }) as const

/** Where a request goes: `/v1` or the whole path may stand in the address already. */
export function joinAddress(address: string, path: string): string {
  const url = new URL(address)
  const base = url.pathname.replace(/\/+$/, '')
  if (path === '' || base.endsWith(path)) return url.href
  const isVersioned = base.endsWith('/v1') && path.startsWith('/v1/')
  url.pathname = `${base}${isVersioned ? path.slice('/v1'.length) : path}`
  return url.href
}
