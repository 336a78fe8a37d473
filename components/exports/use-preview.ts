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
  const asked = input === null ? null : writeAsked(input)
  const [found, setFound] = useState<{
    asked: string
    preview: ReleasePreview | null
    failure: string | null
  } | null>(null)
  useEffect(() => {
    if (asked === null) return
    const asking = new AbortController()
    const waiting = setTimeout(() => {
      call<typeof previewReleaseContract>(
        { method: 'post', path: '/projects/{project}/release-preview' },
        JSON.parse(asked) as ReturnType<typeof pickAsked>,
        { signal: asking.signal },
      ).then(
        (preview) => setFound({ asked, preview, failure: null }),
        (error: unknown) => {
          if (!asking.signal.aborted)
            setFound({ asked, preview: null, failure: describeError(error) })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(waiting)
      asking.abort()
    }
  }, [asked])
  return {
    preview: asked === null ? null : (found?.preview ?? null),
    failure: asked === null || found?.asked !== asked ? null : found.failure,
    isCounting: asked !== null && found?.asked !== asked,
  }
}

const writeAsked = (input: ReleaseInput) => JSON.stringify(pickAsked(input))

/** What decides which annotations go where; how they are written does not. */
function pickAsked({ project, filters, consensus, fallback, split, heldOut, since }: ReleaseInput) {
  return { project, filters, consensus, fallback, split, heldOut, since }
}
