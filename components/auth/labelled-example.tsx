import { TypesetContent } from '@/components/math/typeset-content'
import { RatingIcon, type RatingIconShape } from '@/components/ui/rating-icon'
import { typesetText } from '@/lib/typesetting/typeset-text'

const shapes = ['cross', 'dash', 'tick'] as const satisfies readonly RatingIconShape[]
const shapeNames = { cross: 'negative', dash: 'neutral', tick: 'positive' } satisfies Record<
  RatingIconShape,
  string
>

const problem = typesetText('Find the sum of the first ten powers of two, beginning with $2^0$.')
const steps: readonly { source: string; shape: RatingIconShape | null }[] = [
  { source: String.raw`Let $S = 1 + 2 + 4 + \cdots + 2^{9}$.`, shape: 'tick' },
  {
    source: String.raw`Doubling every term gives $2S = 2 + 4 + 8 + \cdots + 2^{10}$.`,
    shape: 'tick',
  },
  { source: 'Most of the terms appear in both sums.', shape: 'dash' },
  { source: 'Subtracting, $S = 2S - S = 2^{10} + 1 = 1025$.', shape: 'cross' },
  { source: String.raw`The sum is therefore $\boxed{1025}$.`, shape: null },
]

const rowClasses =
  'grid grid-cols-[var(--spacing-rail)_var(--spacing-rail-gap)_minmax(0,30rem)] items-baseline'

/** A static example of a labelled solution. */
export function LabelledExample() {
  return (
    <div className="w-full max-w-[39.5rem]">
      <div className={`${rowClasses} mb-3 border-b border-rule pb-4`}>
        <span className="pl-2 text-ink-2">Problem</span>
        <div className="col-start-3 text-reading">
          <TypesetContent text={problem} />
        </div>
      </div>
      <ol className="pt-3 pb-6">
        {steps.map(({ source, shape }, index) => (
          <li key={index} className={`${rowClasses} py-2.5`}>
            <ExampleRail number={index + 1} rating={shape} />
            <div className={`col-start-3 text-reading ${shape ? '' : 'text-ink-3'}`}>
              <TypesetContent text={typesetText(source)} />
            </div>
          </li>
        ))}
      </ol>
      <p className="ml-[calc(var(--spacing-rail)+var(--spacing-rail-gap))] border-t border-rule pt-5 font-read text-abstract font-text text-ink-2">
        Annotators rate each step negative, neutral or positive, and stop at the first error.
      </p>
    </div>
  )
}

function ExampleRail({ number, rating }: { number: number; rating: RatingIconShape | null }) {
  return (
    <span className="grid grid-cols-[1.5rem_repeat(3,2rem)] items-center gap-x-1">
      <span className="pr-1 text-right text-ink-3">{number}</span>
      {rating &&
        shapes.map((shape) => (
          <span key={shape} className="grid place-items-center">
            {shape === rating ? (
              <RatingIcon shape={shape} label={shapeNames[shape]} bold />
            ) : (
              <i className="size-0.75 rounded-full bg-line" />
            )}
          </span>
        ))}
    </span>
  )
}
