import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { type ExplainedGold, ExplainedGoldLoader } from '@/lib/client/explained-gold-loader'

/**
 * Loads explanations of answered gold when the page opens and whenever the count of submissions changes, whether the
 * submission was gold or not. Submitting never waits for this.
 */
export function useExplainedGold(project: string, doneToday: number) {
  const [explanations, setExplanations] = useState<readonly ExplainedGold[]>([])
  // In state, because React may drop a memoised loader, and with it a call that must be repeated.
  const [loader] = useState(
    () =>
      new ExplainedGoldLoader(
        async (idempotencyKey) => {
          const call = 'post /projects/{project}/own/explanations'
          return (await callApi(call, { project }, { idempotencyKey })).explained
        },
        (newExplanations) => setExplanations((before) => [...before, ...newExplanations]),
      ),
  )
  useEffect(() => {
    void loader.load()
  }, [loader, doneToday])
  return {
    explained: explanations[0] ?? null,
    onRead: () => setExplanations((before) => before.slice(1)),
  }
}
