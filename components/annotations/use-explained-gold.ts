import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import type { ReplyOf } from '@/lib/platform/contract'
import type { explainGoldContract } from '@/lib/review/people-contract'

export type Explained = ReplyOf<typeof explainGoldContract>['explained'][number]

/**
 * What was known of gold that was answered here: asked for after each submission that the server took, whether that was
 * gold or not, and never before it, so that submitting waits for nothing. What does not come is asked for the next time.
 */
export function useExplainedGold(
  { slug, explainsGold }: { slug: string; explainsGold: boolean },
  doneToday: number,
) {
  const [explained, setExplained] = useState<readonly Explained[]>([])
  useEffect(() => {
    if (!explainsGold) return
    let isCurrent = true
    call<typeof explainGoldContract>(
      { method: 'post', path: '/projects/{project}/own/explanations' },
      { project: slug },
    ).then(
      (reply) => isCurrent && setExplained((before) => [...before, ...reply.explained]),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [slug, explainsGold, doneToday])
  return { explained: explained[0] ?? null, onRead: () => setExplained((all) => all.slice(1)) }
}
