import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import type { explainOwnGoldAnswersContract } from '@/lib/people/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type ExplainedGold = ReplyOf<typeof explainOwnGoldAnswersContract>['explained'][number]

/**
 * Loads explanations of answered gold after each accepted submission, whether it was gold or not, so that submitting
 * never waits. Explanations that fail to load are loaded after the next submission.
 */
export function useExplainedGold(
  { slug, explainsGold }: { slug: string; explainsGold: boolean },
  doneToday: number,
) {
  const [explanations, setExplanations] = useState<readonly ExplainedGold[]>([])
  useEffect(() => {
    if (!explainsGold) return
    let isCurrent = true
    callApi('post /projects/{project}/own/explanations', { project: slug }).then(
      (reply) => isCurrent && setExplanations((before) => [...before, ...reply.explained]),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [slug, explainsGold, doneToday])
  return {
    explained: explanations[0] ?? null,
    onRead: () => setExplanations((before) => before.slice(1)),
  }
}
