import { useState } from 'react'
import type { LabellingWork } from '@/lib/client/labelling-work'
import type { WorkEvent } from '@/lib/labelling/work-state'
import { emptyReason, endingWords, readReason, type Ending, type ReasonDraft } from './reasons'

export interface ReasonActs {
  ending: Ending | null
  draft: ReasonDraft
  change: (draft: ReasonDraft) => void
  /** The nth reason on screen. */
  choose: (index: number) => void
  /** Ends the solution, unless something is still missing. */
  end: (by: WorkEvent['inputMethod']) => void
  close: () => void
}

/** The reason that is asked for; what was chosen and written stays when it is closed. */
export function useReason(
  labelling: LabellingWork,
  ending: Ending | null,
  onAsk: (ending: Ending | null) => void,
): ReasonActs {
  const [drafts, setDrafts] = useState<Partial<Record<Ending, ReasonDraft>>>({})
  const draft = (ending && drafts[ending]) ?? emptyReason

  function change(changed: ReasonDraft) {
    if (ending) setDrafts({ ...drafts, [ending]: changed })
  }

  function choose(index: number) {
    if (ending && index < endingWords[ending].reasons.length) change({ ...draft, chosen: index })
  }

  function end(by: WorkEvent['inputMethod']) {
    const read = ending && readReason(ending, draft)
    if (!read || 'missing' in read) return
    if (ending === 'skip') labelling.skip(read.reason)
    else labelling.submit(ending, read.reason, by)
  }

  return { ending, draft, change, choose, end, close: () => onAsk(null) }
}
