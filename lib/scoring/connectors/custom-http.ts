import { z } from '@/lib/platform/contract'
import type { ModelServerSettings } from '@/lib/scoring/model-server-settings'
import type { StepScore } from '@/lib/scoring/step-scores'
import { type ScorerProtocol, makeReplyScoresError } from './connector'

type Settings = Extract<ModelServerSettings, { connector: 'custom-http' }>

const replyField = z.object({
  scores: z.array(z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])])),
})

/** A custom server: receives `{problem, steps}` and returns `{scores}` (docs/scoring.md). */
export const customHttpConnector: ScorerProtocol<Settings> = {
  version: 1,
  writeRequests: (_, { problem, steps }) => [{ path: '', body: { problem, steps } }],
  readReplies(_, { steps }, [reply]) {
    const parsed = replyField.safeParse(reply)
    if (!parsed.success)
      return makeReplyScoresError(
        'The reply must be {"scores": [...]} with one number, or three that sum to 1, per step.',
      )
    const scores: StepScore[] = parsed.data.scores
    return scores.length === steps.length
      ? { ok: true, scores }
      : makeReplyScoresError(
          `The server returned ${scores.length} scores for ${steps.length} steps.`,
        )
  },
}
