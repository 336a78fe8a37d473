import { writeTime } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { nameSteps, scoreWords } from './describe-person'
import type { GoldAnswer } from './person'

const shown = 20

/** The last answers to gold, newest first. */
export function AnswerList({ slug, answers }: { slug: string; answers: readonly GoldAnswer[] }) {
  if (answers.length === 0) return null
  const last = answers.slice(-shown).toReversed()
  return (
    <section aria-labelledby="answers">
      <SectionHead id="answers" title="Answers to gold">
        {last.length < answers.length ? `the last ${shown} of ${answers.length}` : 'newest first'}
      </SectionHead>
      <div className="overflow-x-auto">
        <Table aria-labelledby="answers">
          <thead>
            <tr>
              <HeadCell>Submitted, UTC</HeadCell>
              <HeadCell>First error known</HeadCell>
              <HeadCell>Given</HeadCell>
              <HeadCell>Answer</HeadCell>
              <HeadCell numeric className="max-desk:hidden">
                Time
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {last.map(({ solution, submittedAt, firstErrors, given, score, activeMs }) => (
              <Row key={solution}>
                <Cell>
                  <Link href={`/projects/${slug}/review/${solution}`}>
                    {formatInstant(submittedAt)}
                  </Link>
                </Cell>
                <Cell>{nameSteps(firstErrors)}</Cell>
                <Cell>{given === null ? 'none' : given + 1}</Cell>
                <Cell className={score === 'exact' ? '' : 'text-negative'}>
                  {scoreWords[score]}
                </Cell>
                <Cell numeric className="max-desk:hidden">
                  {writeTime(activeMs)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
