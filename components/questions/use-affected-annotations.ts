import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRequest } from '@/components/shell/use-request'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import type { RowsStatus } from '@/components/ui/table-status'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatQuantity } from '@/lib/platform/format'
import type { AffectedPreview } from './question'

export interface AffectedAnnotationsFilter {
  fromQuestions: boolean
  sameSolution: boolean
  hasNote: boolean
  stepText: string
  errorTag: string | null
}

const debounceMs = 300

function describeStatus(requestError: string | null, isCurrent: boolean): RowsStatus | undefined {
  if (requestError !== null) return { kind: 'error', message: requestError }
  return isCurrent ? undefined : { kind: 'loading' }
}

/** Previews the affected annotations for a filter, and returns them in batches. */
export function useAffectedAnnotations(
  slug: string,
  decision: number,
  filter: AffectedAnnotationsFilter,
) {
  const router = useRouter()
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  /** Annotations returned so far; null if none are being returned. */
  const [returnedCount, setReturnedCount] = useState<number | null>(null)
  /** Increases to load the preview again. */
  const [refreshCount, setRefreshCount] = useState(0)
  const key = JSON.stringify([refreshCount, filter])

  const { reply, requestError, isCurrent } = useRequest<AffectedPreview>(
    key,
    debounceMs,
    (signal) =>
      callApi(
        'post /projects/{project}/decisions/{decision}/affected',
        { project: slug, decision, ...filter },
        { signal },
      ),
  )
  /** Null unless the preview for the current filter is loaded. */
  const affected = isCurrent && requestError === null ? reply : null

  async function returnAll() {
    if (returnedCount !== null || affected === null || affected.annotations === 0) return
    let returned = 0
    setReturnedCount(0)
    setOutcome(null)
    try {
      let after: string | null = null
      do {
        const batch: { returned: number; next: string | null } = await callApi(
          'post /projects/{project}/decisions/{decision}/returns',
          { project: slug, decision, ...filter, after },
        )
        returned += batch.returned
        after = batch.next
        setReturnedCount(returned)
      } while (after !== null)
      const message = `${formatQuantity(returned, 'annotation')} returned.`
      setOutcome({ kind: 'success', message })
    } catch (error) {
      const returnedCountText =
        returned > 0 ? `${formatQuantity(returned, 'annotation')} already returned. ` : ''
      setOutcome({ kind: 'error', message: `${returnedCountText}${describeCallError(error)}` })
    } finally {
      setReturnedCount(null)
      setRefreshCount((count) => count + 1)
      router.refresh()
    }
  }

  return {
    affected,
    /** The last loaded preview, possibly for an earlier filter. */
    lastPreview: reply,
    status: describeStatus(requestError, isCurrent),
    outcome,
    returnedCount,
    returnAll,
  }
}
