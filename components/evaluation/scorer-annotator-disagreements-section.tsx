import { DataTable } from '@/components/ui/data-table'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { scorerConfidenceThreshold } from '@/lib/evaluation/evaluation-limits'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatScorerAnnotatorDisagreementsTitle } from './describe-evaluation'
import type { EvaluationResult } from './evaluation'
import { formatPercentInterval, formatRoundLabel } from './format-figures'
import { IntervalWhisker } from './interval-whisker'
import { getRatingLabel } from './rating-labels'
import { StepsToCheckTable } from './steps-to-check-table'
import { formatTrainingOverlapCaption, type TrainingOverlap } from './training-overlap'

const threshold = `${Math.round(scorerConfidenceThreshold * 100)}%`

/** Steps where the scorer is confident and annotators rated the opposite, by round. */
export function ScorerAnnotatorDisagreementsSection({
  slug,
  disagreementsByRound,
  disagreementSteps,
  overlap,
}: { slug: string; overlap: TrainingOverlap | null } & Pick<
  EvaluationResult,
  'disagreementsByRound' | 'disagreementSteps'
>) {
  if (disagreementsByRound.length === 0)
    return (
      <FigureWithoutData id="disagreements" title="Confident disagreements">
        No step has both a score and a rating yet.
      </FigureWithoutData>
    )
  return (
    <section aria-labelledby="disagreements">
      <h2 id="disagreements">
        {formatScorerAnnotatorDisagreementsTitle(disagreementsByRound, overlap)}
      </h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        Steps where the scorer is at least {threshold} sure and annotators rated the opposite. A
        rising share can mean that solutions exploit the scorer.{' '}
        {overlap && `${formatTrainingOverlapCaption(overlap)} `}Brackets: 95% CI.
      </p>
      <RoundsTable disagreementsByRound={disagreementsByRound} overlap={overlap} />
      {disagreementSteps.length > 0 && (
        <>
          <h3 className="pt-8 pb-2">Most confident steps</h3>
          <StepsToCheckTable
            slug={slug}
            label="Most confident steps"
            findings={disagreementSteps.map((finding) => ({
              ...finding,
              description: describeFinding(finding),
            }))}
          />
        </>
      )}
    </section>
  )
}

/** `95% sure it is wrong · rated positive · round 2` */
function describeFinding({
  score,
  rating,
  round,
}: EvaluationResult['disagreementSteps'][number]): string {
  const isCorrect = score >= 0.5
  const percent = Math.floor((isCorrect ? score : 1 - score) * 100)
  return [
    `${percent}% sure it is ${isCorrect ? 'correct' : 'wrong'}`,
    getRatingLabel(rating),
    ...(round === 0 ? [] : [`round ${round}`]),
  ].join(' · ')
}

function RoundsTable({
  disagreementsByRound,
  overlap,
}: { overlap: TrainingOverlap | null } & Pick<EvaluationResult, 'disagreementsByRound'>) {
  const maxShare = Math.max(
    0.01,
    ...disagreementsByRound.map(({ share }) => share?.high ?? share?.value ?? 0),
  )
  return (
    <DataTable
      aria-labelledby="disagreements"
      rows={disagreementsByRound}
      rowKey={({ round }) => String(round)}
      columns={[
        {
          header: 'Round',
          render: ({ round }) => formatRoundLabel(round),
          renderCaption: ({ steps, trainingSteps }) => (
            <>
              <span className="block desk:hidden">{formatQuantity(steps, 'rating')}</span>
              {overlap && trainingSteps > 0 && 'includes training ratings'}
            </>
          ),
        },
        {
          header: 'Ratings',
          numeric: true,
          minScreen: 'desk',
          render: ({ steps }) => formatCount(steps),
        },
        {
          header: <span className="whitespace-normal">Scored correct, rated negative</span>,
          numeric: true,
          render: ({ confidentCorrectRatedNegative }) => formatCount(confidentCorrectRatedNegative),
        },
        {
          header: <span className="whitespace-normal">Scored wrong, rated positive</span>,
          numeric: true,
          render: ({ confidentWrongRatedPositive }) => formatCount(confidentWrongRatedPositive),
        },
        {
          header: 'Share',
          numeric: true,
          render: ({ share, steps }) =>
            share && steps >= minCountForRate ? (
              formatPercentInterval(share)
            ) : (
              <span className="text-ink-3">{formatSampleShortage(steps)}</span>
            ),
        },
        disagreementsByRound.some(({ share }) => share) && {
          header: `95% CI (axis 0 to ${(maxShare * 100).toFixed(0)}%)`,
          minScreen: 'wide',
          render: ({ share }) => share && <IntervalWhisker interval={share} max={maxShare} />,
        },
      ]}
    />
  )
}
