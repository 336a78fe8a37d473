import { aggregateScores } from '@/lib/scoring/aggregate'
import type { ServerSettings } from '@/lib/scoring/server-settings'
import type { ScoredSolution, ConnectorRules, ScoresResult, ScoreRequest } from './connector'
import { joinUrlPath, makeScoresError } from './connector'
import { customHttp } from './custom-http'
import { openaiChat } from './openai-chat'
import { vllmPooling } from './vllm-pooling'

/** The requests for one solution, and the reader of their replies. */
export interface ScoreExchange {
  requests: Iterable<{ url: string; body: ScoreRequest['body'] }>
  /** One score per step, finite and in [0, 1], or an error. */
  read(replies: readonly unknown[]): ScoresResult
}

/** How to score a solution with these settings. */
export function prepareScoreExchange(
  settings: ServerSettings,
  solution: ScoredSolution,
): ScoreExchange {
  switch (settings.connector) {
    case 'vllm-pooling':
      return converse(vllmPooling, settings, solution)
    case 'openai-chat':
      return converse(openaiChat, settings, solution)
    case 'custom-http':
      return converse(customHttp, settings, solution)
  }
}

/** The model and server as stored with runs: `Qwen/Qwen2.5-Math-PRM-7B by vllm-pooling 2`. */
export function nameModelAndConnector({ model, connector }: ServerSettings): string {
  const versions = {
    'vllm-pooling': vllmPooling.version,
    'openai-chat': openaiChat.version,
    'custom-http': customHttp.version,
  }
  return `${model} by ${connector} ${versions[connector]}`
}

/**
 * All settings that can change the scores of a text. Together with the text they identify results that can be reused.
 * Speed, key name and URL are not part of it, because the model is known; only for custom servers is the URL included.
 */
export function serializeSettings(settings: ServerSettings): string {
  const { concurrency: _, timeoutSeconds: __, key: ___, url, ...asking } = settings
  const entries = Object.entries(asking).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    nameModelAndConnector(settings),
    settings.connector === 'custom-http' && url,
    entries,
  ])
}

function converse<S extends ServerSettings>(
  { writeRequests, readReplies }: ConnectorRules<S>,
  settings: S,
  solution: ScoredSolution,
): ScoreExchange {
  return {
    requests: addressRequests(settings, writeRequests(settings, solution)),
    read(replies) {
      const read = readReplies(settings, solution, replies)
      if (!read.ok) return read
      const aggregated = aggregateScores(read.scores)
      return aggregated.ok ? read : makeScoresError(aggregated.problem)
    },
  }
}

function* addressRequests({ url }: ServerSettings, requests: Iterable<ScoreRequest>) {
  for (const { path, body } of requests) yield { url: joinUrlPath(url, path), body }
}
