'use client'

import { useEffect, useState } from 'react'
import type { previewGuidelineContract } from '@/lib/annotations/guideline-contract'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { ReplyOf } from '@/lib/platform/contract'

export type GuidelinePreview = ReplyOf<typeof previewGuidelineContract>

const debounceMs = 400

/** The typeset text. The last preview stays until the next arrives. */
export function useGuidelinePreview(slug: string, text: string) {
  const [preview, setPreview] = useState<GuidelinePreview | null>(null)
  const [requestError, setRequestError] = useState<string | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    async function loadPreview() {
      try {
        const reply = await callApi(
          'post /projects/{project}/guideline/preview',
          { project: slug, text },
          { signal: controller.signal },
        )
        if (controller.signal.aborted) return
        setPreview(reply)
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
  }, [slug, text])

  return { preview, requestError }
}
