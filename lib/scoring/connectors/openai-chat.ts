import { z } from '@/lib/platform/contract'
import type { ModelServerSettings } from '@/lib/scoring/model-server-settings'
import { type ScorerProtocol, makeReplyScoresError, type ReplyScoresResult } from './connector'

type Settings = Extract<ModelServerSettings, { connector: 'openai-chat' }>

const listedTokenCount = 20

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
 * marked as correct. P(correct) is the share of `+` in the sum of both probabilities.
 */
export const openaiChatConnector: ScorerProtocol<Settings> = {
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
          top_logprobs: listedTokenCount,
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
      const score = readReply(settings, reply)
      if (typeof score === 'string') return makeReplyScoresError(`Step ${step + 1}: ${score}`)
      scores.push(score)
    }
    return { ok: true, scores }
  },
}

/** A score, or why there is none. */
function readReply({ positiveToken, negativeToken }: Settings, reply: unknown): number | string {
  const parsed = replyField.safeParse(reply)
  const listedTokens = parsed.success
    ? parsed.data.choices[0]?.logprobs.content[0]?.top_logprobs
    : undefined
  if (!listedTokens) return 'the reply has no logprobs. Check that the server supports them.'
  const findProbability = (label: string) => {
    const matches = listedTokens.filter(({ token }) => token.trim() === label.trim())
    return matches.length === 0
      ? null
      : matches.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
  }
  const [positive, negative] = [findProbability(positiveToken), findProbability(negativeToken)]
  if (positive === null && negative === null)
    return `neither ${positiveToken} nor ${negativeToken} is among the ${listedTokens.length} most likely tokens.`
  // A missing token is at most as likely as the least likely listed one.
  const lowestListedProbability = Math.exp(Math.min(...listedTokens.map(({ logprob }) => logprob)))
  const [right, wrong] = [positive ?? lowestListedProbability, negative ?? lowestListedProbability]
  return right + wrong > 0 ? right / (right + wrong) : 'both tokens have probability 0.'
}
