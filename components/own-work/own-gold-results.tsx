import { TypesetExcerpt, TypesetSource } from '@/components/math/typeset-source'
import {
  formatStepNumbers,
  goldAnswerScoreLabels,
  formatWholePercent,
} from '@/components/people/describe-person'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import type { ReplyOf } from '@/lib/platform/contract'
import type { getOwnPerformanceContract } from '@/lib/review/people-contract'

/** Enough to recognise a problem. */
const excerptCharacters = 160

type Performance = ReplyOf<typeof getOwnPerformanceContract>

/** Shows that the user is paused, since when and why. */
export function PauseNotice({ pause }: Pick<Performance, 'pause'>) {
  if (!pause) return null
  return (
    <section aria-labelledby="paused" className="mb-10 border-y border-ink py-3">
      <h2 id="paused">You are paused</h2>
      <p className="max-w-measure pt-1">
        Since {formatInstant(pause.since)} UTC. {pause.message}
      </p>
      <p className="max-w-measure pt-1 text-ink-2">
        Your work is saved. You can continue when a reviewer ends the pause.
      </p>
    </section>
  )
}

/** The user's gold results, if the project explains gold. */
export function OwnGoldResults({ slug, gold }: Pick<Performance, 'gold'> & { slug: string }) {
  if (!gold || gold.answers === 0) return null
  const { answers, exact, posterior, mistakes } = gold
  return (
    <section aria-labelledby="record" className="pb-12">
      <SectionHeader id="record" title="Gold results">
        {exact} of {formatQuantity(answers, 'answer')} exact (likely{' '}
        {formatWholePercent(posterior.low)}–{formatWholePercent(posterior.high)})
      </SectionHeader>
      {mistakes.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">All explained answers are exact.</p>
      ) : (
        <Table aria-labelledby="record">
          <thead>
            <tr>
              <TableHeaderCell>Problem</TableHeaderCell>
              <TableHeaderCell>First error</TableHeaderCell>
              <TableHeaderCell>Your answer</TableHeaderCell>
              <TableHeaderCell className="max-desk:hidden">Result</TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            {mistakes.map(({ annotation, problem, firstErrors, answer, score, explanation }) => (
              <tr key={annotation}>
                <TableCell className="wrap-anywhere">
                  <TypesetExcerpt source={problem} maxCharacters={excerptCharacters} />
                  {explanation !== null && (
                    <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                      <TypesetSource source={explanation} />
                    </div>
                  )}
                </TableCell>
                <TableCell className="whitespace-nowrap">
                  {formatStepNumbers(firstErrors)}
                </TableCell>
                <TableCell className="whitespace-nowrap">
                  <Link href={`/projects/${slug}/mine/${annotation}`}>
                    {answer === null ? 'none' : answer + 1}
                  </Link>
                </TableCell>
                <TableCell className="max-desk:hidden">{goldAnswerScoreLabels[score]}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
