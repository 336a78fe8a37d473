import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { StepChange } from '@/lib/splits/repair-steps'
import type { RepairPreview } from './step-repair'

const debounceMs = 120

type RepairPreviewResult = { key: string } & ({ preview: RepairPreview } | { requestError: string })

/** Previews a change on the server. Null without a change, and until its preview is loaded. */
export function useRepairPreview(
  slug: string,
  { solution, revision }: { solution: string; revision: number },
  change: StepChange | null,
): RepairPreviewResult | null {
  const [result, setResult] = useState<RepairPreviewResult | null>(null)
  const key = change ? JSON.stringify([revision, change]) : null
  useEffect(() => {
    if (key === null) return
    const [, requestedChange] = JSON.parse(key) as [number, StepChange]
    const controller = new AbortController()
    async function loadPreview(previewKey: string) {
      try {
        const preview = await callApi(
          'post /projects/{project}/splits/{solution}/preview',
          { project: slug, solution, revision, change: toStepChangeInput(requestedChange) },
          { signal: controller.signal },
        )
        setResult({ key: previewKey, preview })
      } catch (error) {
        if (!controller.signal.aborted)
          setResult({ key: previewKey, requestError: describeCallError(error) })
      }
    }
    const timer = setTimeout(() => void loadPreview(key), debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, solution, revision, key])
  return result?.key === key ? result : null
}

export function toStepChangeInput(change: StepChange) {
  return change.kind === 'split' ? { ...change, at: [...change.at] } : change
}
