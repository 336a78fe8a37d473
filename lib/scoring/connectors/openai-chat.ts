import { z } from '@/lib/platform/contract'
import type { ModelServerSettings } from '@/lib/scoring/model-server-settings'
import { type ConnectorRules, makeReplyScoresError, type ReplyScoresResult } from './connector'

type Settings = Extract<ModelServerSettings, { connector: 'openai-chat' }>

const listedTokens = 20

const replyField = z.object({
  choices: z
    .array(
      z.object({
        logprobs: z.object({
          content: z
            .array(
              z.object({
                top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).min(1),
              }),
            )
            .min(1),
        }),
      }),
    )
    .min(1),
})

/**
 * A model that answers `+` or `-` after each step, like RLHFlow's. One call per step, in which all earlier steps are
 * marked as correct. P(correct) is the share of `+` in both probabilities.
 */
export const openaiChatConnector: ConnectorRules<Settings> = {
  version: 1,
  *writeRequests({ model, positiveToken }, { problem, steps }) {
    const messages: { role: 'user' | 'assistant'; content: string }[] = []
    for (const [i, step] of steps.entries()) {
      if (i > 0) messages.push({ role: 'assistant', content: positiveToken })
      messages.push({ role: 'user', content: i === 0 ? `${problem} ${step}` : step })
      yield {
        path: '/v1/chat/completions',
        body: {
          model,
          messages: [...messages],
          max_tokens: 1,
          temperature: 0,
          logprobs: true,
          top_logprobs: listedTokens,
        },
      }
    }
  },
  readReplies(settings, { steps }, replies): ReplyScoresResult {
    if (replies.length !== steps.length)
      return makeReplyScoresError(
        `The server returned ${replies.length} replies for ${steps.length} steps.`,
      )
    const scores: number[] = []
    for (const [step, reply] of replies.entries()) {
      const read = readReply(settings, reply)
      if (typeof read === 'string') return makeReplyScoresError(`Step ${step + 1}: ${read}`)
      scores.push(read)
    }
    return { ok: true, scores }
  },
}

/** A score, or why there is none. */
function readReply({ positiveToken, negativeToken }: Settings, reply: unknown): number | string {
  const read = replyField.safeParse(reply)
  const listed = read.success ? read.data.choices[0]?.logprobs.content[0]?.top_logprobs : undefined
  if (!listed) return 'the reply has no logprobs. Check that the server supports them.'
  const find = (label: string) => {
    const probabilities = listed.filter(({ token }) => token.trim() === label.trim())
    return probabilities.length === 0
      ? null
      : probabilities.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
  }
  const [positive, negative] = [find(positiveToken), find(negativeToken)]
  if (positive === null && negative === null)
    return `neither ${positiveToken} nor ${negativeToken} is among the ${listed.length} most likely tokens.`
  // The missing one is at most as likely as the last listed one.
  const minLogprob = Math.exp(Math.min(...listed.map(({ logprob }) => logprob)))
  const [right, wrong] = [positive ?? minLogprob, negative ?? minLogprob]
  return right + wrong > 0 ? right / (right + wrong) : 'both tokens have probability 0.'
}
