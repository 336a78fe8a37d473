import type { SelectionReason } from '@/lib/queue/selection-reason'
import type { SelectedCandidate } from './candidate'

export function toSelectionReason({
  candidate,
  slice,
  rank,
  poolSize,
}: Pick<SelectedCandidate, 'candidate' | 'slice' | 'rank' | 'poolSize'>): SelectionReason {
  switch (slice) {
    case 'convincing-wrong':
    case 'paper-80-20':
      return { code: slice, rank, poolSize }
    case 'right-answer-weak-process':
      return { code: 'weak-process', minimum: candidate.minimum, step: candidate.lowestStep }
    case 'uncertain':
      return {
        code: slice,
        measure: candidate.uncertaintyMeasure ?? 'ensemble',
        value: candidate.disagreement,
      }
    case 'random':
      return { code: slice, poolSize }
  }
}
