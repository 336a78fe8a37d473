import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import type { TypesetText } from '@/lib/typesetting/typeset'

const debounceMs = 200

/**
 * The text typeset by the server. The last preview stays until the next arrives; null for an empty text and
 * after a failed request.
 */
export function useTypesetPreview(project: string, text: string): TypesetText | null {
  const [preview, setPreview] = useState<TypesetText | null>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let isStale = false
    const timer = setTimeout(() => {
      callApi('post /projects/{project}/previews', { project, text }).then(
        (reply) => isStale || setPreview(reply.text),
        () => isStale || setPreview(null),
      )
    }, debounceMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [project, text, isEmpty])
  return isEmpty ? null : preview
}
