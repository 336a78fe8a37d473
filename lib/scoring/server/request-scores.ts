import { setTimeout as sleep } from 'node:timers/promises'
import { type OutboundClient, OutboundError } from '@/lib/platform/server/outbound'
import type { SolutionToScore, ReplyScoresResult } from '@/lib/scoring/connectors/connector'
import { prepareScoreExchange } from '@/lib/scoring/connectors/request-by-connector'
import type { ModelServerSettings } from '../model-server-settings'
import type { StepScore } from '../step-scores'
import { findScorerApiKey } from './scorer-api-keys'

export type ScoreResponse =
  | { ok: true; scores: StepScore[] }
  /**
   * What failed. `solution`: only this solution. `busy`: possibly temporary. `server`: every solution would fail.
   */
  | { ok: false; scope: 'solution' | 'busy' | 'server'; message: string }

export interface ScoreRequestOptions {
  outbound: OutboundClient
  signal?: AbortSignal
  /** Before the first retry; tripled for the next. */
  backOffMs?: number
}

const maxRetries = 2
const firstBackOffMs = 500
const maxBackOffMs = 30_000
const excerptCharacters = 200

/**
 * Requests the scores of one solution from a server. Retries each request up to twice on 429, 5xx or no complete reply.
 *
 * @throws the reason of the signal if it is aborted
 */
export async function requestScores(
  settings: ModelServerSettings,
  solution: SolutionToScore,
  options: ScoreRequestOptions,
): Promise<ScoreResponse> {
  const resolvedKey = findScorerApiKey(settings)
  if (!resolvedKey.ok) return { ok: false, scope: 'server', message: resolvedKey.problem }
  const exchange = prepareScoreExchange(settings, solution)
  const replies: unknown[] = []
  for (const request of exchange.requests) {
    const reply = await callWithRetries({ ...request, key: resolvedKey.key, settings }, options)
    if (!reply.ok) return reply
    replies.push(reply.value)
  }
  const result: ReplyScoresResult = exchange.read(replies)
  return result.ok ? result : { ok: false, scope: 'solution', message: result.reason }
}

interface Call {
  url: string
  body: unknown
  key: string | undefined
  settings: ModelServerSettings
}

type Outcome = { ok: true; value: unknown } | Extract<ScoreResponse, { ok: false }>
type Attempt = Outcome & { isRetryable?: boolean; waitSeconds?: number | null }

async function callWithRetries(call: Call, options: ScoreRequestOptions): Promise<Outcome> {
  const { backOffMs = firstBackOffMs, signal } = options
  for (let repeat = 0; ; repeat++) {
    const { isRetryable = false, waitSeconds = null, ...outcome } = await callOnce(call, options)
    if (!isRetryable || repeat >= maxRetries) return outcome
    const wait = Math.max(backOffMs * 3 ** repeat, (waitSeconds ?? 0) * 1_000)
    await sleep(Math.min(wait, maxBackOffMs), undefined, signal ? { signal } : {}).catch(
      () => undefined,
    )
    signal?.throwIfAborted()
  }
}

async function callOnce(
  { url, body, key, settings }: Call,
  { outbound, signal }: ScoreRequestOptions,
): Promise<Attempt> {
  const timeoutMs = settings.timeoutSeconds * 1_000
  try {
    const reply = await outbound.post(url, { body, key, timeoutMs, ...(signal ? { signal } : {}) })
    const { status, text, retryAfterSeconds } = reply
    if (status >= 200 && status < 300) return parse(text)
    const message = `The server answered ${status}: ${cleanExcerpt(text, key)}`
    if (status === 429 || status >= 500)
      return {
        ok: false,
        scope: 'busy',
        message,
        isRetryable: true,
        waitSeconds: retryAfterSeconds,
      }
    const affectsAllSolutions = status === 401 || status === 403 || status === 404 || status === 405
    return { ok: false, scope: affectsAllSolutions ? 'server' : 'solution', message }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { error: kind, message } = error
    if (kind === 'too_large') return { ok: false, scope: 'solution', message }
    if (kind === 'too_slow' || kind === 'broken')
      return { ok: false, scope: 'busy', message, isRetryable: true }
    return { ok: false, scope: 'server', message, isRetryable: kind === 'unreachable' }
  }
}

function parse(text: string): Outcome {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, scope: 'solution', message: 'The reply is not JSON.' }
  }
}

/** The start of a reply, on one line, without the key: some servers echo the request. */
function cleanExcerpt(text: string, key: string | undefined): string {
  const withoutKey = key === undefined ? text : text.replaceAll(key, '(key)')
  const line = withoutKey
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  if (line === '') return 'nothing more.'
  return line.length > excerptCharacters
    ? `${line.slice(0, excerptCharacters)}...`.toWellFormed()
    : line
}
