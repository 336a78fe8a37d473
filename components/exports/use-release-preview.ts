'use client'

import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { ReleasePreview } from './release'
import type { ReleaseInput } from './release-form-fields'

/** Delay after the last change of the form, so that not every key press sends a request. */
const debounceMs = 400

export interface ReleasePreviewState {
  /** The last known counts. While new ones are computed, those of the earlier input. */
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
    const timer = setTimeout(() => {
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
    }, debounceMs)
    return () => {
      clearTimeout(timer)
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

/** The options that decide which annotations are in the release and in which split. */
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
