import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { previewPauseEndContract } from '@/lib/people/pause-contract'
import type { ReplyOf } from '@/lib/platform/contract'

type Preview = ReplyOf<typeof previewPauseEndContract>

/** Previews the withdrawal of work submitted from a time on; a message if that fails. Null while loading or without a time. */
export function useWithdrawalPreview(slug: string, pause: string, since: string | null) {
  const [loadedPreview, setLoadedPreview] = useState<{
    since: string
    preview: Preview | string
  } | null>(null)
  useEffect(() => {
    if (since === null) return
    let isCurrent = true
    const storePreview = (preview: Preview | string) =>
      isCurrent && setLoadedPreview({ since, preview })
    callApi('get /projects/{project}/pauses/{pause}/return', { project: slug, pause, since }).then(
      storePreview,
      (error: unknown) => storePreview(describeCallError(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [slug, pause, since])
  return loadedPreview?.since === since ? loadedPreview.preview : null
}
