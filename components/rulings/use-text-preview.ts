import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import type { previewTextContract } from '@/lib/annotations/preview-contract'
import type { TypesetText } from '@/lib/problems/typeset'

/** Between the last key and the question to the server. */
const pauseMs = 200

/** A text as it will be read; the last one stays until the next is there. Null for nothing. */
export function useTextPreview(slug: string, text: string): TypesetText | null {
  const [preview, setPreview] = useState<TypesetText | null>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call<typeof previewTextContract>(
        { method: 'post', path: '/projects/{project}/previews' },
        { project: slug, text },
        { signal: controller.signal },
      ).then(
        (reply) => controller.signal.aborted || setPreview(reply.text),
        // The words are still there, and so is the preview of those before.
        () => undefined,
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, text, isEmpty])
  return isEmpty ? null : preview
}
