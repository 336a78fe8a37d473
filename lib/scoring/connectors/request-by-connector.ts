import { aggregateScores } from '@/lib/scoring/aggregate-scores'
import type { ModelServerSettings } from '@/lib/scoring/model-server-settings'
import type { SolutionToScore, ScorerProtocol, ReplyScoresResult, ScoreRequest } from './connector'
import { joinUrlPath, makeReplyScoresError } from './connector'
import { customHttpConnector } from './custom-http'
import { openaiChatConnector } from './openai-chat'
import { vllmPoolingConnector } from './vllm-pooling'

/** The requests for one solution, and the reader of their replies. */
export interface ScoreExchange {
  requests: Iterable<{ url: string; body: ScoreRequest['body'] }>
  /** One score per step, finite and in [0, 1], or an error. */
  read(replies: readonly unknown[]): ReplyScoresResult
}

/** How to score a solution with these settings. */
export function prepareScoreExchange(
  settings: ModelServerSettings,
  solution: SolutionToScore,
): ScoreExchange {
  switch (settings.connector) {
    case 'vllm-pooling':
      return makeExchange(vllmPoolingConnector, settings, solution)
    case 'openai-chat':
      return makeExchange(openaiChatConnector, settings, solution)
    case 'custom-http':
      return makeExchange(customHttpConnector, settings, solution)
  }
}

/** The model and the connector with its version, as stored with runs: `Qwen/Qwen2.5-Math-PRM-7B by vllm-pooling 2`. */
export function formatModelAndConnector({ model, connector }: ModelServerSettings): string {
  const versions = {
    'vllm-pooling': vllmPoolingConnector.version,
    'openai-chat': openaiChatConnector.version,
    'custom-http': customHttpConnector.version,
  }
  return `${model} by ${connector} ${versions[connector]}`
}

/**
 * All settings that can change the scores of a text. Together with the text they identify results that can be reused.
 * Servers with different URLs can run different models under the same name. The key leaves out concurrency, timeout and the
 * name of the API key. A URL has no password (lib/platform/server/outbound-address.ts).
 */
export function makeScoreSettingsKey(settings: ModelServerSettings): string {
  const { concurrency: _, timeoutSeconds: __, key: ___, url, ...requestSettings } = settings
  const entries = Object.entries(requestSettings).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([formatModelAndConnector(settings), url, entries])
}

function makeExchange<S extends ModelServerSettings>(
  { writeRequests, readReplies }: ScorerProtocol<S>,
  settings: S,
  solution: SolutionToScore,
): ScoreExchange {
  return {
    requests: addressRequests(settings, writeRequests(settings, solution)),
    read(replies) {
      const result = readReplies(settings, solution, replies)
      if (!result.ok) return result
      // Aggregating rejects scores that are not finite, not in [0, 1] or don't sum to 1. Its result is not needed here.
      const aggregated = aggregateScores(result.scores)
      return aggregated.ok ? result : makeReplyScoresError(aggregated.reason)
    },
  }
}

function* addressRequests({ url }: ModelServerSettings, requests: Iterable<ScoreRequest>) {
  for (const { path, body } of requests) yield { url: joinUrlPath(url, path), body }
}
