import { RatingIcon } from '@/components/ui/rating-icon'
import { verdictShapes, type VerdictSubject } from './answers'
import { describeVerdict } from './describe-answers'

/** A verdict with its mark, and who gave it. */
export function VerdictLabel({ subject }: { subject: VerdictSubject }) {
  return (
    <span>
      <RatingIcon
        shape={verdictShapes[subject.verdict]}
        className="mr-1 inline-block size-3.5 align-[-2px]"
      />
      <span className="text-ink-2">{describeVerdict(subject)}.</span>{' '}
    </span>
  )
}
