import type { StepScore } from '@/lib/scoring/step-scores'

/** The problem and steps to score. */
export interface SolutionToScore {
  problem: string
  steps: readonly string[]
}

/** One call: JSON, posted to the server's URL followed by this path. */
export interface ScoreRequest {
  /** Starts with a slash; empty for the URL itself. */
  path: string
  body: unknown
}

export type ReplyScoresResult = { ok: true; scores: StepScore[] } | { ok: false; reason: string }

/** How to write requests for one kind of server and read its replies. No I/O. */
export interface ScorerProtocol<Settings> {
  /** Increased with every change that can change scores; earlier results are then not reused. */
  version: number
  /**
   * All requests for one solution, in order and independent of each other. They are generated one by one, because
   * together their size can grow with the square of the number of steps.
   */
  writeRequests: (settings: Settings, solution: SolutionToScore) => Iterable<ScoreRequest>
  /** @param replies parsed bodies, one for each request, in order */
  readReplies: (
    settings: Settings,
    solution: SolutionToScore,
    replies: readonly unknown[],
  ) => ReplyScoresResult
}

export const makeReplyScoresError = (reason: string) => ({ ok: false, reason }) as const

/** The URL of a request. The configured URL may already end with `/v1` or the whole path. */
export function joinUrlPath(address: string, path: string): string {
  const url = new URL(address)
  const base = url.pathname.replace(/\/+$/, '')
  if (path === '' || base.endsWith(path)) return url.href
  const isVersioned = base.endsWith('/v1') && path.startsWith('/v1/')
  url.pathname = `${base}${isVersioned ? path.slice('/v1'.length) : path}`
  return url.href
}
