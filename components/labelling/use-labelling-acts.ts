import { useMemo } from 'react'
import type { LabellingWork } from '@/lib/client/labelling-work'
import type { Rating } from '@/lib/formats/record'
import type { RatedTarget, WorkEvent } from '@/lib/labelling/work-state'
import { readReadyReason } from '@/lib/labelling/work-state'

type By = WorkEvent['inputMethod']

/** What buttons and keys do. The same functions as long as the screen is there, so that rows need not be drawn again. */
export interface LabellingActs {
  rate: (target: RatedTarget, rating: Rating, by: By) => void
  rateLit: (rating: Rating, by: By) => void
  light: (target: RatedTarget, by: By) => void
  move: (by: 1 | -1) => void
  undo: (by: By) => void
  submit: (by: By) => void
}

export function useLabellingActs(labelling: LabellingWork | null): LabellingActs {
  return useMemo(
    () => ({
      rate: (target, rating, by) => labelling?.act({ type: 'rate', target, rating }, by),
      rateLit: (rating, by) => labelling?.act({ type: 'rate', rating }, by),
      light: (target, by) => labelling?.act({ type: 'light', target }, by),
      move: (by) => labelling?.act({ type: 'move', by }, 'key'),
      undo: (by) => labelling?.act({ type: 'undo' }, by),
      submit: (by) => {
        const state = labelling?.getView().state
        const reason = state && readReadyReason(state)
        if (reason) labelling?.submit(reason, null, by)
      },
    }),
    [labelling],
  )
}
