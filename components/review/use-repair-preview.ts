import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { previewRepairContract } from '@/lib/review/contract'
import type { StepChange } from '@/lib/review/repair-steps'
import type { RepairPreview } from './split'

/** A cut that is on its way from place to place is not asked about. */
const restMs = 120

type Shown = { key: string } & ({ preview: RepairPreview } | { problem: string })

/** What a change would do, as the server sees it; null while it is not known. */
export function useRepairPreview(
  slug: string,
  { solution, revision }: { solution: string; revision: number },
  change: StepChange | null,
): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const key = change ? JSON.stringify([revision, change]) : null
  useEffect(() => {
    if (key === null) return
    const [, asked] = JSON.parse(key) as [number, StepChange]
    const aborted = new AbortController()
    async function ask(known: string) {
      try {
        const preview = await call<typeof previewRepairContract>(
          { method: 'post', path: '/projects/{project}/splits/{solution}/preview' },
          { project: slug, solution, revision, change: writeChange(asked) },
          { signal: aborted.signal },
        )
        setShown({ key: known, preview })
      } catch (error) {
        if (!aborted.signal.aborted) setShown({ key: known, problem: describeError(error) })
      }
    }
    const timer = setTimeout(() => void ask(key), restMs)
    return () => {
      clearTimeout(timer)
      aborted.abort()
    }
  }, [slug, solution, revision, key])
  return shown?.key === key ? shown : null
}

/** As a call sends it. */
export function writeChange(change: StepChange) {
  return change.kind === 'split' ? { ...change, at: [...change.at] } : change
}
