'use client'

import { useRequest } from '@/components/shell/use-request'
import { callApi } from '@/lib/client/call-api'
import type { ReleasePreview } from './release'
import type { ReleaseInput } from './release-form-fields'

/** Delay after the last change of the form, so that not every key press sends a request. */
const debounceMs = 400

export interface ReleasePreviewState {
  /** The last known counts. While new ones are computed, those of the earlier input. */
  preview: ReleasePreview | null
  failure: string | null
  isCounting: boolean
}

/**
 * Previews a release as the form changes.
 *
 * @param input null while the form has errors
 */
export function useReleasePreview(input: ReleaseInput | null): ReleasePreviewState {
  const request = input && pickSelection(input)
  const key = request && JSON.stringify(request)
  const { reply, requestError, isCurrent } = useRequest(key, debounceMs, (signal) =>
    callApi('post /projects/{project}/release-preview', request!, { signal }),
  )
  return {
    preview: request === null || requestError !== null ? null : reply,
    failure: request !== null && isCurrent ? requestError : null,
    isCounting: request !== null && !isCurrent,
  }
}

/** The options that decide which annotations are in the release and in which split. */
function pickSelection({
  project,
  filters,
  consensus,
  fallback,
  split,
  heldOut,
  since,
}: ReleaseInput) {
  return { project, filters, consensus, fallback, split, heldOut, since }
}
