import { useDebouncedRequest } from '@/components/shell/use-debounced-request'
import { callApi } from '@/lib/client/call-api'
import type { TypesetText } from '@/lib/typesetting/typeset'

const debounceMs = 200

/** Typesets a text on the server once typing stops. Keeps the last preview until the next one is there. */
export function useDecisionTextPreview(slug: string, text: string): TypesetText | null {
  const isEmpty = text.trim() === ''
  const { reply } = useDebouncedRequest(isEmpty ? null : text, debounceMs, (signal) =>
    callApi('post /projects/{project}/previews', { project: slug, text }, { signal }),
  )
  return isEmpty || reply === null ? null : reply.text
}
