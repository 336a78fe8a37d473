'use client'

import { useRequest } from '@/components/shell/use-request'
import type { previewGuidelineContract } from '@/lib/annotations/guideline-contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'

export type GuidelinePreview = ReplyOf<typeof previewGuidelineContract>

const debounceMs = 400

/** The typeset text. The last preview stays until the next arrives. */
export function useGuidelinePreview(slug: string, text: string) {
  const { reply, requestError } = useRequest(text, debounceMs, (signal) =>
    callApi('post /projects/{project}/guideline/preview', { project: slug, text }, { signal }),
  )
  return { preview: reply, requestError }
}
