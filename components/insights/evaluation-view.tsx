import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { BlindPart } from './blind-part'
import { BestOfFigure } from './best-of-figure'
import { CalibrationFigure } from './calibration-figure'
import { describeEvaluation } from './describe-evaluation'
import { captionLearning, findLearning, type Learning, learntNearby } from './describe-learning'
import { EvaluateForm } from './evaluate-form'
import {
  type Evaluation,
  type EvaluationResult,
  evaluationHref,
  type Evaluations,
} from './evaluation'
import { HintsPart } from './hints-part'
import { PartedPart } from './parted-part'
import { VersionsPart } from './versions-part'
import { describeOptions, writeWhen } from './write-figures'
import { YieldPart } from './yield-part'

const notYet =
  'Best-of-N accuracy, calibration, errors found per 100 steps, and where the scorer and people disagree. Choose the scores to look at; computing takes from a second to some minutes.'

/** How well scores and rounds do, as far as it was worked out. */
export function EvaluationView({
  slug,
  shown,
  newest,
  list,
}: {
  slug: string
  shown: Evaluation | null
  newest: Evaluation | null
  list: Evaluations
}) {
  const result = shown?.result ?? null
  const learning = shown && result ? findLearning(shown, result) : null
  const earlier = list.evaluations.filter(
    ({ evaluation, state }) => state === 'done' && evaluation !== shown?.evaluation,
  )
  return (
    <Page>
      <PageTitle
        title="Evaluate"
        abstract={result ? describeEvaluation(result, learning) : notYet}
      />
      <EvaluateForm
        key={shown?.evaluation ?? 'none'}
        slug={slug}
        sources={list.sources}
        shown={shown}
        newest={newest}
      />
      {shown && (
        <p className="border-t border-ink pt-2 pb-10 text-caption text-ink-3">
          {result
            ? `Of ${describeOptions(shown)}.`
            : 'What was found was of an older shape: compute it again.'}{' '}
          As of {writeWhen(shown)} UTC, by {shown.by}.
        </p>
      )}
      {result && <Parts slug={slug} result={result} learning={learning} />}
      {earlier.length > 0 && <Earlier slug={slug} earlier={earlier} />}
    </Page>
  )
}

function Parts({
  slug,
  result,
  learning,
}: {
  slug: string
  result: EvaluationResult
  learning: Learning | null
}) {
  const { solutionCalibration, stepCalibration } = result
  return (
    <div className="grid grid-cols-1 gap-12">
      <BestOfFigure bestOf={result.bestOf} learning={learning} />
      <div className="grid grid-cols-2 gap-x-6 gap-y-12 *:min-w-0 max-wide:grid-cols-1">
        <CalibrationFigure
          count={solutionCalibration?.solutions ?? 0}
          calibration={solutionCalibration}
          words={{
            id: 'solutions',
            title: 'Scores of solutions, and whether the answer is right',
            of: `solutions with a score, their answers right or wrong and not unsure${learning ? `; ${learntNearby}` : ''}`,
            across: 'score of the solution',
            up: 'share with a right answer',
            needs: 'Whether a score says how likely the answer is right.',
          }}
        />
        <CalibrationFigure
          count={stepCalibration?.steps ?? 0}
          calibration={stepCalibration}
          words={{
            id: 'steps',
            title: 'Scores of steps, and what people rated',
            of: `ratings of steps with a score, up to the first error${learning ? `; ${captionLearning(learning, stepCalibration?.steps ?? 0)}` : ''}`,
            across: 'P(correct) of the step',
            up: 'share that people found right',
            needs:
              'Whether P(correct) of a step is what people find. It counts ratings of steps that have a score each.',
          }}
        />
      </div>
      <YieldPart yields={result.yields} />
      <VersionsPart versions={result.versions} />
      <PartedPart
        slug={slug}
        parted={result.parted}
        partedSteps={result.partedSteps}
        learning={learning}
      />
      <BlindPart blind={result.blind} />
      <HintsPart
        slug={slug}
        hints={result.hints}
        hintedSteps={result.hintedSteps}
        hintsOf={result.hintsOf}
      />
    </div>
  )
}

function Earlier({ slug, earlier }: { slug: string; earlier: readonly Evaluation[] }) {
  return (
    <section aria-labelledby="earlier" className="pt-12">
      <h2 id="earlier">Other evaluations</h2>
      <Table aria-labelledby="earlier">
        <thead>
          <tr>
            <HeadCell>When, UTC</HeadCell>
            <HeadCell>Of</HeadCell>
            <HeadCell>By</HeadCell>
          </tr>
        </thead>
        <tbody>
          {earlier.map((each) => (
            <tr key={each.evaluation}>
              <Cell className="whitespace-nowrap">
                <Link href={evaluationHref(slug, each.evaluation)}>{writeWhen(each)}</Link>
              </Cell>
              <Cell>{describeOptions(each)}</Cell>
              <Cell>{each.by}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
