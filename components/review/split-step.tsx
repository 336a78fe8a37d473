import { memo, type ReactNode } from 'react'
import { bleed, Light } from '@/components/annotations/light'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import { nameHidden } from './describe-review'
import type { Split } from './split'

interface SplitStepProps {
  index: number
  count: number
  step: Split['steps'][number]
  reports: Split['reports']
  isLit: boolean
  onLight: (index: number) => void
  /** What can be done to it, while it is lit. */
  children?: ReactNode
}

/** A step with its number in the rail, and in the margin what annotators said of where it was cut. */
export const SplitStep = memo(function SplitStep(props: SplitStepProps) {
  const { index, count, step, reports, isLit, onLight } = props
  return (
    <li
      id={`step-${index + 1}`}
      aria-label={`Step ${index + 1} of ${count}${reports.length > 0 ? ', reported' : ''}`}
      aria-current={isLit ? 'step' : undefined}
      className={classes(
        'relative sheet-row py-2.5 max-desk:py-2 wide:grid-rows-[auto_1fr]',
        bleed,
      )}
    >
      <Light isOn={isLit} />
      <button
        type="button"
        id={`light-${index + 1}`}
        aria-label={`Light step ${index + 1}`}
        onClick={() => onLight(index)}
        className={classes(
          'relative w-6 justify-self-start rounded-control text-right max-desk:text-left',
          isLit ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
        )}
      >
        {index + 1}
      </button>
      <div className={classes('relative col-text min-w-0 text-reading', !isLit && 'text-ink-2')}>
        <Typeset text={step.text} />
      </div>
      {reports.length > 0 && <ReportNotes reports={reports} />}
      {props.children && <div className="relative col-text min-w-0 pt-3">{props.children}</div>}
    </li>
  )
})

function ReportNotes({ reports }: { reports: Split['reports'] }) {
  return (
    <aside className="relative col-start-5 row-span-2 self-start pt-1 max-wide:col-start-3 max-wide:row-span-1 max-wide:pt-2 max-desk:col-start-2">
      {reports.map(({ annotation, person, text }) => (
        <p key={annotation} className="pb-1.5 wrap-anywhere">
          <span className="block font-read text-excerpt font-text italic">{text}</span>
          <span className="text-caption text-ink-3">{person ?? nameHidden}, bad split</span>
        </p>
      ))}
    </aside>
  )
}
