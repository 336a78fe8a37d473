import { formatDuration } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { answerScoreLabels, formatSteps } from './describe-person'
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
              <HeaderCell>{unit === 'week' ? 'Week of' : 'Submitted, UTC'}</HeaderCell>
              <HeaderCell>Known first error</HeaderCell>
              <HeaderCell>Answered</HeaderCell>
              <HeaderCell>Result</HeaderCell>
              <HeaderCell numeric className="max-desk:hidden">
                Time
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {last.map(({ solution, submittedAt, firstErrors, answer, score, activeMs }) => (
              <Row key={solution}>
                <Cell>
                  <Link href={`/projects/${slug}/review/${solution}`}>
                    {unit === 'week' ? formatDay(submittedAt) : formatInstant(submittedAt)}
                  </Link>
                </Cell>
                <Cell>{formatSteps(firstErrors)}</Cell>
                <Cell>{answer === null ? 'none' : answer + 1}</Cell>
                <Cell className={score === 'exact' ? '' : 'text-negative'}>
                  {answerScoreLabels[score]}
                </Cell>
                <Cell numeric className="max-desk:hidden">
                  {formatDuration(activeMs)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
