'use client'

import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { previewGuidelineContract } from '@/lib/annotations/guideline-contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type GuidelinePreview = ReplyOf<typeof previewGuidelineContract>

/** Whoever writes faster than this does not look at the preview. */
const pauseMs = 400

/** The text as it would be read, a moment after it was written; the last one stays until the next is there. */
export function useGuidelinePreview(slug: string, text: string) {
  const [preview, setPreview] = useState<GuidelinePreview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    async function look() {
      try {
        const found = await call<typeof previewGuidelineContract>(
          { method: 'post', path: '/projects/{project}/guideline/preview' },
          { project: slug, text },
          { signal: controller.signal },
        )
        if (controller.signal.aborted) return
        setPreview(found)
        setFailure(null)
      } catch (error) {
        if (!controller.signal.aborted) setFailure(describeError(error))
      }
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, text])

  return { preview, failure }
}
