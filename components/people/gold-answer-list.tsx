import { formatDuration } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { goldAnswerScoreLabels, formatStepNumbers } from './describe-person'
import type { GoldAnswer, PersonDetail } from './person'

const maxShown = 20

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
  const last = answers.slice(-maxShown).toReversed()
  return (
    <section aria-labelledby="answers">
      <SectionHeader id="answers" title="Gold answers">
        {last.length < answers.length
          ? `the last ${maxShown} of ${answers.length}`
          : 'newest first'}
      </SectionHeader>
      <div className="overflow-x-auto">
        <Table aria-labelledby="answers">
          <thead>
            <tr>
              <TableHeaderCell>{unit === 'week' ? 'Week of' : 'Submitted, UTC'}</TableHeaderCell>
              <TableHeaderCell>Known first error</TableHeaderCell>
              <TableHeaderCell>Answered</TableHeaderCell>
              <TableHeaderCell>Result</TableHeaderCell>
              <TableHeaderCell numeric className="max-desk:hidden">
                Time
              </TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            {last.map(({ solution, submittedAt, firstErrors, answer, score, activeMs }) => (
              <TableRow key={solution}>
                <TableCell>
                  <Link href={`/projects/${slug}/review/${solution}`}>
                    {unit === 'week' ? formatDay(submittedAt) : formatInstant(submittedAt)}
                  </Link>
                </TableCell>
                <TableCell>{formatStepNumbers(firstErrors)}</TableCell>
                <TableCell>{answer === null ? 'none' : answer + 1}</TableCell>
                <TableCell className={score === 'exact' ? '' : 'text-negative'}>
                  {goldAnswerScoreLabels[score]}
                </TableCell>
                <TableCell numeric className="max-desk:hidden">
                  {formatDuration(activeMs)}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
