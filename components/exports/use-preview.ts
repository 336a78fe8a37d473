'use client'

import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { previewReleaseContract } from '@/lib/exports/contract'
import type { ReleasePreview } from './release'
import type { ReleaseInput } from './release-fields'

/** After the last change of the form: who types is not counted for with each key. */
const restMs = 400

export interface PreviewView {
  /** As far as it is known; of the choices before while the new ones are counted. */
  preview: ReleasePreview | null
  failure: string | null
  isCounting: boolean
}

/**
 * What a release would hold as things are chosen.
 *
 * @param input null: something in the form must be mended first
 */
export function usePreview(input: ReleaseInput | null): PreviewView {
  const request = input === null ? null : serializeRequest(input)
  const [result, setResult] = useState<{
    request: string
    preview: ReleasePreview | null
    failure: string | null
  } | null>(null)
  useEffect(() => {
    if (request === null) return
    const controller = new AbortController()
    const waiting = setTimeout(() => {
      call<typeof previewReleaseContract>(
        { method: 'post', path: '/projects/{project}/release-preview' },
        JSON.parse(request) as ReturnType<typeof pickSelection>,
        { signal: controller.signal },
      ).then(
        (preview) => setResult({ request, preview, failure: null }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setResult({ request, preview: null, failure: describeError(error) })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(waiting)
      controller.abort()
    }
  }, [request])
  return {
    preview: request === null ? null : (result?.preview ?? null),
    failure: request === null || result?.request !== request ? null : result.failure,
    isCounting: request !== null && result?.request !== request,
  }
}

const serializeRequest = (input: ReleaseInput) => JSON.stringify(pickSelection(input))

/** What decides which annotations go where; how they are written does not. */
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
