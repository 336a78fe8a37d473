import type { LabellingScreenError } from './labelling-screen-view'
import type { LoadedWork } from './prefetcher'

/** Why a loaded solution is not shown as it was left on this device. */
export function findDraftLoadError({
  storedDraft,
  isOutdated,
}: LoadedWork): LabellingScreenError | null {
  const failedAt = new Date()
  if (storedDraft?.isConflict)
    return {
      kind: 'conflict',
      message: 'Another tab or device saved a newer version.',
      at: failedAt,
    }
  return isOutdated ? { kind: 'outdated', message: 'The steps were repaired.', at: failedAt } : null
}
