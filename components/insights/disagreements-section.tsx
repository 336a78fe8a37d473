import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { scorerConfidenceThreshold } from '@/lib/insights/evaluation-limits'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatCount } from '@/lib/platform/format'
import { formatDisagreementsTitle } from './describe-evaluation'
import type { EvaluationResult } from './evaluation'
import { FindingsTable } from './findings-table'
import { formatSampleShortage, formatShare, nameRound } from './format-figures'
import { IntervalWhisker } from './interval-whisker'
import { EmptyFigure } from './plot-frame'
import { nameRating } from './rating-labels'
import { formatTrainingOverlapCaption, type TrainingOverlap } from './training-overlap'

const threshold = `${Math.round(scorerConfidenceThreshold * 100)}%`

/** Steps where the scorer is confident and annotators rated the opposite, by round. */
export function DisagreementsSection({
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
      <EmptyFigure id="disagreements" title="Confident disagreements">
        No step has both a score and a rating yet.
      </EmptyFigure>
    )
  return (
    <section aria-labelledby="disagreements">
      <h2 id="disagreements">{formatDisagreementsTitle(disagreementsByRound, overlap)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        Steps where the scorer is at least {threshold} sure and annotators rated the opposite. A
        rising share can mean that solutions exploit the scorer.{' '}
        {overlap && `${formatTrainingOverlapCaption(overlap)} `}Brackets: 95% CI.
      </p>
      <RoundsTable disagreementsByRound={disagreementsByRound} overlap={overlap} />
      {disagreementSteps.length > 0 && (
        <>
          <h3 className="pt-8 pb-2">Most confident steps</h3>
          <FindingsTable
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
    nameRating(rating),
    ...(round === 0 ? [] : [`round ${round}`]),
  ].join(' · ')
}

function RoundsTable({
  disagreementsByRound,
  overlap,
}: { overlap: TrainingOverlap | null } & Pick<EvaluationResult, 'disagreementsByRound'>) {
  const top = Math.max(
    0.01,
    ...disagreementsByRound.map(({ share }) => share?.high ?? share?.value ?? 0),
  )
  return (
    <Table aria-labelledby="disagreements">
      <thead>
        <tr>
          <HeaderCell>Round</HeaderCell>
          <HeaderCell numeric className="max-desk:hidden">
            Steps
          </HeaderCell>
          <HeaderCell numeric>
            <span className="whitespace-normal">Scored correct, rated negative</span>
          </HeaderCell>
          <HeaderCell numeric>
            <span className="whitespace-normal">Scored wrong, rated positive</span>
          </HeaderCell>
          <HeaderCell numeric>Share</HeaderCell>
          <HeaderCell className="max-wide:hidden">0–{(top * 100).toFixed(0)}%</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {disagreementsByRound.map(({ round, steps, share, ...counts }) => (
          <tr key={round}>
            <Cell>
              {nameRound(round)}
              {overlap && counts.trainingSteps !== 0 && (
                <span className="block text-caption text-ink-3">includes training ratings</span>
              )}
            </Cell>
            <Cell numeric className="max-desk:hidden">
              {formatCount(steps)}
            </Cell>
            <Cell numeric>{formatCount(counts.confidentCorrectRatedNegative)}</Cell>
            <Cell numeric>{formatCount(counts.confidentWrongRatedPositive)}</Cell>
            <Cell numeric>
              {share && steps >= minCountForRate ? (
                formatShare(share)
              ) : (
                <span className="text-ink-3">{formatSampleShortage(steps)}</span>
              )}
            </Cell>
            <Cell className="max-wide:hidden">
              {share && <IntervalWhisker interval={share} top={top} />}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
