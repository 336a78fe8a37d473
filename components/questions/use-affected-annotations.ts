import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
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

interface CachedPreview extends AffectedPreview {
  key: string
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
  const [cachedPreview, setCachedPreview] = useState<CachedPreview | null>(null)
  const [requestError, setRequestError] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  /** Annotations returned so far; null if none are being returned. */
  const [returnedCount, setReturnedCount] = useState<number | null>(null)
  /** Increases to load the preview again. */
  const [refreshCount, setRefreshCount] = useState(0)
  const key = JSON.stringify([refreshCount, filter])

  useEffect(() => {
    const controller = new AbortController()
    const [, requestedFilter] = JSON.parse(key) as [number, AffectedAnnotationsFilter]
    async function loadPreview() {
      try {
        const preview = await callApi(
          'post /projects/{project}/decisions/{decision}/affected',
          { project: slug, decision, ...requestedFilter },
          { signal: controller.signal },
        )
        if (controller.signal.aborted) return
        setCachedPreview({ ...preview, key })
        setRequestError(null)
      } catch (error) {
        if (!controller.signal.aborted) setRequestError(describeCallError(error))
      }
    }
    const timer = setTimeout(() => void loadPreview(), debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, decision, key])

  async function returnAll() {
    if (returnedCount !== null || cachedPreview?.key !== key || cachedPreview.annotations === 0)
      return
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

  const isCurrent = cachedPreview?.key === key
  return {
    /** Null unless the preview for the current filter is loaded. */
    affected: isCurrent ? cachedPreview : null,
    /** The last loaded preview, possibly for an earlier filter. */
    lastPreview: cachedPreview,
    status: describeStatus(requestError, isCurrent),
    outcome,
    returnedCount,
    returnAll,
  }
}
