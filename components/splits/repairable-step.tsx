import { memo, type ReactNode } from 'react'
import {
  highlightPaddingClasses,
  CurrentRowHighlight,
} from '@/components/annotations/current-row-highlight'
import { TypesetContent } from '@/components/math/typeset-content'
import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { joinClasses } from '@/components/ui/join-classes'
import { RowNumberButton } from '@/components/ui/row-number-button'
import type { RepairableSolution } from './step-repair'

interface RepairableStepProps {
  index: number
  count: number
  step: RepairableSolution['steps'][number]
  reports: RepairableSolution['reports']
  isCurrent: boolean
  onSelect: (index: number) => void
  /** Actions on the current step. */
  children?: ReactNode
}

/** A step with its number and the reports on its split. */
export const RepairableStep = memo(function RepairableStep(props: RepairableStepProps) {
  const { index, count, step, reports, isCurrent, onSelect } = props
  return (
    <li
      id={`step-${index + 1}`}
      aria-label={`Step ${index + 1} of ${count}${reports.length > 0 ? ', reported' : ''}`}
      aria-current={isCurrent ? 'step' : undefined}
      className={joinClasses(
        'relative sheet-row py-2.5 max-desk:py-2 wide:grid-rows-[auto_1fr]',
        highlightPaddingClasses,
      )}
    >
      <CurrentRowHighlight isVisible={isCurrent} />
      <span className="relative w-6 justify-self-start text-right max-desk:text-left">
        <RowNumberButton
          isCurrent={isCurrent}
          id={`row-number-${index + 1}`}
          aria-label={`Go to step ${index + 1}`}
          onClick={() => onSelect(index)}
        >
          {index + 1}
        </RowNumberButton>
      </span>
      <div
        className={joinClasses(
          'relative col-text min-w-0 text-reading',
          !isCurrent && 'text-ink-2',
        )}
      >
        <TypesetContent text={step.text} />
      </div>
      {reports.length > 0 && <ReportNotes reports={reports} />}
      {props.children && <div className="relative col-text min-w-0 pt-3">{props.children}</div>}
    </li>
  )
})

function ReportNotes({ reports }: { reports: RepairableSolution['reports'] }) {
  return (
    <aside className="relative col-start-5 row-span-2 self-start pt-1 max-wide:col-start-3 max-wide:row-span-1 max-wide:pt-2 max-desk:col-start-2">
      {reports.map(({ annotation, person, text }) => (
        <p key={annotation} className="pb-1.5 wrap-anywhere">
          <span className="block font-read text-excerpt font-text italic">{text}</span>
          <span className="text-caption text-ink-3">
            {person ?? hiddenAnnotatorLabel}, bad split
          </span>
        </p>
      ))}
    </aside>
  )
}
