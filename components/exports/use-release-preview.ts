'use client'

import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { ReleasePreview } from './release'
import type { ReleaseInput } from './release-form-fields'

/** Delay after the last change of the form, so that not every key press counts. */
const restMs = 400

export interface ReleasePreviewState {
  /** The last known counts; those of earlier choices while new ones are computed. */
  preview: ReleasePreview | null
  failure: string | null
  isCounting: boolean
}

/**
 * Previews a release as the form changes.
 *
 * @param input null while the form has errors
 */
export function useReleasePreview(input: ReleaseInput | null): ReleasePreviewState {
  const request = input === null ? null : serialiseRequest(input)
  const [result, setResult] = useState<{
    request: string
    preview: ReleasePreview | null
    failure: string | null
  } | null>(null)
  useEffect(() => {
    if (request === null) return
    const controller = new AbortController()
    const waitingTimeout = setTimeout(() => {
      callApi(
        'post /projects/{project}/release-preview',
        JSON.parse(request) as ReturnType<typeof pickSelection>,
        { signal: controller.signal },
      ).then(
        (preview) => setResult({ request, preview, failure: null }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setResult({ request, preview: null, failure: describeCallError(error) })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(waitingTimeout)
      controller.abort()
    }
  }, [request])
  return {
    preview: request === null ? null : (result?.preview ?? null),
    failure: request === null || result?.request !== request ? null : result.failure,
    isCounting: request !== null && result?.request !== request,
  }
}

const serialiseRequest = (input: ReleaseInput) => JSON.stringify(pickSelection(input))

/** What decides which annotations go where, regardless of their formats. */
function pickSelection({
  project,
  filters,
  consensus,
  fallback,
  split,
  heldOut,
  since,
}: ReleaseInput) {
  return { project, filters, consensus, fallback, split, heldOut, since }
}
