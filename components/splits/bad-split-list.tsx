import { ServerTypesetExcerpt } from '@/components/math/server-typeset-text'
import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { Link } from '@/components/ui/link'
import { TableSection } from '@/components/ui/table-section'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { type BadSplitReportList, stepRepairHref } from './step-repair'

type ReportedStep = BadSplitReportList['steps'][number]

/** Steps with reports of a bad split. */
export function BadSplitList({
  slug,
  reports: { count, steps, next },
  isFirstPage,
}: {
  slug: string
  reports: BadSplitReportList
  isFirstPage: boolean
}) {
  return (
    <TableSection
      id="reported-steps"
      title="Reported steps"
      note={formatQuantity(count, 'reported step')}
      rows={steps}
      isPage={!isFirstPage || next !== null}
      rowKey={({ solution, step }) => `${solution}.${step}`}
      hasLinks
      columns={[
        {
          header: 'Step and problem',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: (step) => <StepAndProblem slug={slug} step={step} />,
        },
        {
          header: 'Reports',
          className: 'pt-2 wrap-anywhere',
          render: ({ reports }) =>
            reports.map(({ annotation, person, text }) => (
              <p key={annotation} className="pb-1">
                <span className="font-read text-excerpt font-text italic">{text}</span>{' '}
                <span className="text-caption text-ink-3">{person ?? hiddenAnnotatorLabel}</span>
              </p>
            )),
        },
        {
          header: 'Annotations',
          sortValue: ({ annotations }) => annotations,
          numeric: true,
          minScreen: 'desk',
          className: 'pt-2',
          render: ({ annotations }) => formatCount(annotations),
        },
      ]}
    >
      {steps.length === 0 && (
        <p className="pt-2 text-caption text-ink-3">
          Steps that annotators report as badly split appear here.
        </p>
      )}
      <nav aria-label="Pages" className="flex gap-4 pt-3">
        {!isFirstPage && <Link href={`/projects/${slug}/splits`}>First page</Link>}
        {next !== null && <Link href={`/projects/${slug}/splits?after=${next}`}>Next page</Link>}
      </nav>
    </TableSection>
  )
}

function StepAndProblem({ slug, step }: { slug: string; step: ReportedStep }) {
  const href = stepRepairHref(slug, step.solution, step.step)
  return (
    <>
      <div className="font-read text-excerpt font-text">
        <ServerTypesetExcerpt source={step.text} />
      </div>
      <div className="pt-0.5 text-caption text-ink-3">
        <Link href={href} className="font-label">
          Step {formatCount(step.step + 1)} of {formatCount(step.stepCount)}
        </Link>
        {step.externalId !== null && `, ${step.externalId}`}
        <div className="pt-0.5">
          <ServerTypesetExcerpt source={step.problem} />
        </div>
      </div>
    </>
  )
}
