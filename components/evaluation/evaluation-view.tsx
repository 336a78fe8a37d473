import { ButtonLink } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { ArithmeticHintsSection } from './arithmetic-hints-section'
import { BestOfNFigure } from './best-of-n-figure'
import {
  type Evaluation,
  type EvaluationOptions,
  type EvaluationResult,
  evaluationHref,
  type EvaluationsReply,
} from './evaluation'
import { EvaluationFilterChips } from './evaluation-filter-chips'
import { EvaluationStatus } from './evaluation-status'
import { EvaluationSummary } from './evaluation-summary'
import { describeEvaluationOptions, formatFinishedAt } from './format-figures'
import { HiddenReferenceSection } from './hidden-reference-section'
import { ScoreCalibrationFigure } from './score-calibration-figure'
import { ScorerAnnotatorDisagreementsSection } from './scorer-annotator-disagreements-section'
import { ScorerVersionsSection } from './scorer-versions-section'
import {
  findTrainingOverlap,
  formatTrainedScorerCaption,
  formatTrainingAucNote,
  type TrainingOverlap,
} from './training-overlap'
import { YieldBySliceSection } from './yield-by-slice-section'

interface ViewProps {
  slug: string
  /** The evaluation whose result is shown. */
  current: Evaluation | null
  /** The newest evaluation with the page's options, whatever its state. */
  newest: Evaluation | null
  isEarlier: boolean
  options: EvaluationOptions
  defaults: EvaluationOptions
  list: EvaluationsReply
  /** Current share of annotations without the reference answer. */
  hiddenReferenceShare: number
}

export function EvaluationView({
  slug,
  current,
  newest,
  isEarlier,
  options,
  defaults,
  list,
  hiddenReferenceShare,
}: ViewProps) {
  const result = current?.result ?? null
  const otherEvaluations = list.evaluations.filter(
    ({ evaluation, state }) => state === 'done' && evaluation !== current?.evaluation,
  )
  return (
    <PageLayout>
      <PageTitle
        title="Evaluate"
        abstract="Best-of-N accuracy, calibration, errors per 100 steps, and where the scorer and annotators disagree."
        learnMore={{ doc: 'evaluate', topic: 'evaluation' }}
      />
      <EvaluationFilterChips
        slug={slug}
        options={options}
        defaults={defaults}
        result={result}
        sources={list.sources}
      />
      {isEarlier && current ? (
        <p className="flex min-h-8 items-center gap-x-4 pb-4 text-ink-2">
          Results of {formatFinishedAt(current)} UTC
          <Link href={`/projects/${slug}/evaluate`}>Show newest</Link>
        </p>
      ) : (
        <EvaluationStatus
          key={JSON.stringify(options)}
          slug={slug}
          options={options}
          newest={newest}
          needsUpdate={result === null || current?.isOutdated === true}
          updatedAt={current && result && `${formatFinishedAt(current)} UTC`}
        />
      )}
      {result?.solutions === 0 && isEarlier && (
        <p className="border-t border-ink pt-3 text-ink-2">The project had no solutions then.</p>
      )}
      {result?.solutions === 0 && !isEarlier && current?.isOutdated === false && (
        <NoSolutions slug={slug} />
      )}
      {current && result && result.solutions > 0 && (
        <Results
          slug={slug}
          current={current}
          result={result}
          hiddenReferenceShare={hiddenReferenceShare}
        />
      )}
      {otherEvaluations.length > 0 && (
        <OtherEvaluations slug={slug} evaluations={otherEvaluations} />
      )}
    </PageLayout>
  )
}

function NoSolutions({ slug }: { slug: string }) {
  return (
    <div className="border-t border-ink pt-3 text-strong text-ink-2">
      <p className="pb-4">Import solutions to evaluate their scores here.</p>
      <ButtonLink href={`/projects/${slug}/data`} tone="primary">
        Import solutions
      </ButtonLink>
    </div>
  )
}

function Results({
  slug,
  current,
  result,
  hiddenReferenceShare,
}: {
  slug: string
  current: Evaluation
  result: EvaluationResult
  hiddenReferenceShare: number
}) {
  const overlap = findTrainingOverlap(current, result)
  return (
    <div className="grid grid-cols-1 gap-12">
      <EvaluationSummary result={result} overlap={overlap} />
      <BestOfNFigure bestOf={result.bestOf} overlap={overlap} />
      <Calibrations result={result} overlap={overlap} />
      <YieldBySliceSection yields={result.yields} />
      <ScorerVersionsSection versions={result.versions} />
      <ScorerAnnotatorDisagreementsSection
        slug={slug}
        disagreementsByRound={result.disagreementsByRound}
        disagreementSteps={result.disagreementSteps}
        overlap={overlap}
      />
      <HiddenReferenceSection
        hiddenReference={result.hiddenReference}
        currentShare={hiddenReferenceShare}
      />
      <ArithmeticHintsSection
        slug={slug}
        hints={result.hints}
        hintedSteps={result.hintedSteps}
        hintedSolutions={result.hintedSolutions}
      />
    </div>
  )
}

function Calibrations({
  result: { solutionCalibration, stepCalibration },
  overlap,
}: {
  result: EvaluationResult
  overlap: TrainingOverlap | null
}) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-12 *:min-w-0 max-wide:grid-cols-1">
      <ScoreCalibrationFigure
        count={solutionCalibration?.solutions ?? 0}
        calibration={solutionCalibration}
        text={{
          id: 'solutions',
          title: 'Solution scores vs verdicts',
          unit: 'graded solutions',
          note: overlap && formatTrainedScorerCaption(overlap),
          aucNote: null,
          xLabel: 'Solution score',
          yLabel: 'Share correct',
        }}
      />
      <ScoreCalibrationFigure
        count={stepCalibration?.steps ?? 0}
        calibration={stepCalibration}
        text={{
          id: 'steps',
          title: 'Step scores vs ratings',
          unit: 'ratings up to the first error',
          note: null,
          aucNote: overlap && formatTrainingAucNote(overlap),
          xLabel: 'P(correct)',
          yLabel: 'Share rated correct',
        }}
      />
    </div>
  )
}

function OtherEvaluations({
  slug,
  evaluations,
}: {
  slug: string
  evaluations: readonly Evaluation[]
}) {
  return (
    <section aria-labelledby="earlier" className="pt-12">
      <h2 id="earlier">Other evaluations</h2>
      <DataTable
        aria-labelledby="earlier"
        rows={evaluations}
        rowKey={({ evaluation }) => evaluation}
        columns={[
          {
            header: 'Date (UTC)',
            className: 'whitespace-nowrap',
            render: (each) => (
              <Link href={evaluationHref(slug, each.evaluation)}>{formatFinishedAt(each)}</Link>
            ),
          },
          { header: 'Options', render: describeEvaluationOptions },
          { header: 'Started by', render: ({ by }) => by },
        ]}
      />
    </section>
  )
}
