import { formatStepNumbers } from '@/components/annotations/format-step-numbers'
import { goldAnswerScoreLabels } from '@/components/gold/gold-answer-score-labels'
import { ServerTypesetExcerpt, ServerTypesetText } from '@/components/math/server-typeset-text'
import { Link } from '@/components/ui/link'
import { TableSection } from '@/components/ui/table-section'
import type { getOwnPerformanceContract } from '@/lib/people/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { formatPercentRange } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'

type Performance = ReplyOf<typeof getOwnPerformanceContract>

/** Shows that the user is paused, since when and why. */
export function PauseNotice({ pause }: Pick<Performance, 'pause'>) {
  if (!pause) return null
  return (
    <section aria-labelledby="paused" className="mb-10 border-y border-ink py-3">
      <h2 id="paused">You are paused</h2>
      <p className="max-w-measure pt-1">Since {formatInstant(pause.since)} UTC.</p>
      <p className="max-w-measure pt-1 wrap-anywhere">Message: “{pause.message}”</p>
      <p className="max-w-measure pt-1 text-ink-2">
        Submitted work is saved. You can continue when a reviewer ends the pause. Until then, you
        can’t label.
      </p>
    </section>
  )
}

/** The user's gold results, if the project explains gold. */
export function OwnGoldResults({ slug, gold }: Pick<Performance, 'gold'> & { slug: string }) {
  if (!gold || gold.answers === 0) return null
  const { answers, exact, posterior, mistakes } = gold
  return (
    <TableSection
      id="record"
      title="Gold results"
      note={
        <>
          {exact} of {formatQuantity(answers, 'answer')} exact
          {answers >= minCountForRate && ` (95% CI ${formatPercentRange(posterior)})`}
        </>
      }
      sectionClassName="pb-12"
      rows={mistakes}
      empty="No inexact answers so far."
      rowKey={({ annotation }) => annotation}
      columns={[
        {
          header: 'Problem',
          className: 'wrap-anywhere',
          render: ({ problem, explanation }) => (
            <>
              <ServerTypesetExcerpt source={problem} />
              {explanation !== null && (
                <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                  <ServerTypesetText source={explanation} />
                </div>
              )}
            </>
          ),
        },
        {
          header: 'First error',
          className: 'whitespace-nowrap',
          render: ({ firstErrors }) => formatStepNumbers(firstErrors),
        },
        {
          header: 'Your answer',
          className: 'whitespace-nowrap',
          render: ({ annotation, answer }) => (
            <Link href={`/projects/${slug}/mine/${annotation}`}>
              {answer === null ? 'none' : answer + 1}
            </Link>
          ),
        },
        {
          header: 'Result',
          minScreen: 'desk',
          render: ({ score }) => goldAnswerScoreLabels[score],
        },
      ]}
    />
  )
}
