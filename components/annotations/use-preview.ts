import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import type { previewTextContract } from '@/lib/annotations/preview-contract'
import type { TypesetText } from '@/lib/problems/typeset'
import { useSheet } from './sheet-context'

/** Between the last key and the question to the server. */
const pauseMs = 200

/**
 * A text as it will be read: formulas are set on the server, as everywhere. The last one stays until the next is there;
 * null for nothing, and while the server cannot be reached.
 */
export function usePreview(text: string): TypesetText | null {
  const { project } = useSheet()
  const [preview, setPreview] = useState<TypesetText | null>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let isStale = false
    const timer = setTimeout(() => {
      call<typeof previewTextContract>(
        { method: 'post', path: '/projects/{project}/previews' },
        { project, text },
      ).then(
        (reply) => isStale || setPreview(reply.text),
        () => isStale || setPreview(null),
      )
    }, pauseMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [project, text, isEmpty])
  return isEmpty ? null : preview
}
