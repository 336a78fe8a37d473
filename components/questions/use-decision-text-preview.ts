import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import type { TypesetText } from '@/lib/typesetting/typeset'

const debounceMs = 200

/** Typesets a text on the server once typing stops. Keeps the last preview until the next one is there. */
export function useDecisionTextPreview(slug: string, text: string): TypesetText | null {
  const [preview, setPreview] = useState<TypesetText | null>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      callApi(
        'post /projects/{project}/previews',
        { project: slug, text },
        { signal: controller.signal },
      ).then(
        (reply) => controller.signal.aborted || setPreview(reply.text),
        // Keep the last preview.
        () => undefined,
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, text, isEmpty])
  return isEmpty ? null : preview
}
