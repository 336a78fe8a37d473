import { useRequest } from '@/components/shell/use-request'
import { callApi } from '@/lib/client/call-api'
import type { StepChange } from '@/lib/splits/repair-steps'
import type { RepairPreview } from './step-repair'

const debounceMs = 120

/** Previews a change on the server. Both are null without a change, and until its preview is loaded. */
export function useRepairPreview(
  slug: string,
  { solution, revision }: { solution: string; revision: number },
  change: StepChange | null,
): { preview: RepairPreview | null; requestError: string | null } {
  const key = change && JSON.stringify([revision, change])
  const { reply, requestError, isCurrent } = useRequest(key, debounceMs, (signal) =>
    callApi(
      'post /projects/{project}/splits/{solution}/preview',
      { project: slug, solution, revision, change: toStepChangeInput(change!) },
      { signal },
    ),
  )
  if (key === null || !isCurrent) return { preview: null, requestError: null }
  return { preview: requestError === null ? reply : null, requestError }
}

export function toStepChangeInput(change: StepChange) {
  return change.kind === 'split' ? { ...change, at: [...change.at] } : change
}
