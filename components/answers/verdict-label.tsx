import { Mark } from '@/components/ui/mark'
import { describeVerdict } from './describe-answers'
import { verdictShapes, type VerdictSubject } from './pair'

/** A verdict with its mark, and who gave it. */
export function VerdictLabel({ subject }: { subject: VerdictSubject }) {
  return (
    <span>
      <Mark
        shape={verdictShapes[subject.verdict]}
        className="mr-1 inline-block size-3.5 align-[-2px]"
      />
      <span className="text-ink-2">{describeVerdict(subject)}.</span>{' '}
    </span>
  )
}
