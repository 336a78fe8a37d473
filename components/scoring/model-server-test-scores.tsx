import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetter } from '@/components/math/use-typesetter'
import { formatQuantity } from '@/lib/platform/format'
import type { ServerTestResult } from './scorer'

/** Characters shown of a problem and of each step. All of it was scored. */
const maxShownCharacters = 3_000

/** The steps of one solution with the scores of the server in a test. */
export function ModelServerTestScores({
  tried,
  isAsking,
}: {
  tried: ServerTestResult | null
  isAsking: boolean
}) {
  if (tried === null)
    return (
      <p className="max-w-[30rem] text-ink-3">
        {isAsking
          ? 'Scoring one solution of this project.'
          : 'Test sends one solution of this project to the server and shows its scores here. Nothing is stored.'}
      </p>
    )
  return <Tried tried={tried} />
}

function Tried({ tried: { problem, steps, milliseconds } }: { tried: ServerTestResult }) {
  const typeset = useTypesetter()
  return (
    <section aria-labelledby="tried">
      <h3 id="tried">
        Response time: {formatTook(milliseconds)} · {formatQuantity(steps.length, 'step')}
      </h3>
      <p className="pb-3 text-caption text-ink-3">
        P(correct) on the left. Wrong steps should be low: some models swap the two classes.
      </p>
      <div className="border-b border-rule pb-3 font-read text-excerpt font-text">
        <TypesetContent text={typeset(cut(problem))} />
      </div>
      <ol aria-label="Steps with their scores">
        {steps.map(({ text, score }, index) => (
          <li
            key={index}
            className="grid grid-cols-[1.75rem_3rem_minmax(0,1fr)] items-baseline border-b border-rule py-1.5"
          >
            <span className="text-ink-3">{index + 1}</span>
            <b>{score.toFixed(2)}</b>
            <div className="min-w-0 font-read text-excerpt font-text">
              <TypesetContent text={typeset(cut(text))} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const formatTook = (milliseconds: number) =>
  milliseconds < 1_000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`

const cut = (text: string) =>
  text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)} …`.toWellFormed() : text
