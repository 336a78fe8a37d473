import { formatStepNumbers } from '@/components/annotations/format-step-numbers'
import { goldAnswerScoreLabels } from '@/components/gold/gold-answer-score-labels'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatInstant, formatShortDuration } from '@/lib/platform/format'
import type { GoldAnswer, PersonDetail } from './person'

const maxListedAnswers = 20

/** `23 Nov 2026` */
const formatDay = (time: string) => formatInstant(time).replace(/,? \d\d:\d\d.*$/, '')

/** The last answers to gold, newest first. */
export function GoldAnswerList({
  slug,
  answers,
  unit,
}: {
  slug: string
  /** With `week`, the time of an answer is the start of its week. */
  unit: PersonDetail['workPeriods']['unit']
  answers: readonly GoldAnswer[]
}) {
  if (answers.length === 0) return null
  const latestAnswers = answers.slice(-maxListedAnswers).toReversed()
  return (
    <section aria-labelledby="answers">
      <SectionHeader id="answers" title="Gold answers">
        {latestAnswers.length < answers.length
          ? `the last ${maxListedAnswers} of ${answers.length}`
          : 'newest first'}
      </SectionHeader>
      <div className="overflow-x-auto">
        <DataTable
          aria-labelledby="answers"
          rows={latestAnswers}
          rowKey={({ solution }) => solution}
          hasLinks
          hasCards
          columns={[
            {
              header: unit === 'week' ? 'Week of' : 'Submitted, UTC',
              render: ({ solution, submittedAt }) => (
                <Link href={`/projects/${slug}/review/${solution}`}>
                  {unit === 'week' ? formatDay(submittedAt) : formatInstant(submittedAt)}
                </Link>
              ),
            },
            {
              header: 'Known first error',
              render: ({ firstErrors }) => formatStepNumbers(firstErrors),
            },
            { header: 'Answered', render: ({ answer }) => (answer === null ? 'none' : answer + 1) },
            {
              header: 'Result',
              cellClassName: ({ score }) => (score === 'exact' ? '' : 'text-negative'),
              render: ({ score }) => goldAnswerScoreLabels[score],
            },
            {
              header: 'Time',
              numeric: true,
              minScreen: 'desk',
              render: ({ activeMs }) => formatShortDuration(activeMs),
            },
          ]}
        />
      </div>
    </section>
  )
}
