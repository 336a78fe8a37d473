import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { useTypesetter } from '@/components/math/use-typesetter'
import { formatQuantity } from '@/lib/platform/format'
import type { ServerTestResult } from './scorer'

/** How much of the problem and of each step is displayed. The server scored the full texts. */
const maxDisplayedCharacters = 3_000

/** The steps of one solution with the scores of the server in a test. */
export function ModelServerTestScores({
  testResult,
  isTesting,
}: {
  testResult: ServerTestResult | null
  isTesting: boolean
}) {
  if (testResult === null)
    return (
      <p className="max-w-[30rem] text-ink-3">
        {isTesting
          ? 'Scoring one solution of this project.'
          : 'Test sends one solution of this project to the server and shows its scores here. Nothing is stored.'}
      </p>
    )
  return <TestResult testResult={testResult} />
}

function TestResult({
  testResult: { problem, steps, milliseconds },
}: {
  testResult: ServerTestResult
}) {
  const typeset = useTypesetter()
  return (
    <section aria-labelledby="test-result">
      <h3 id="test-result">
        Response time: {formatResponseTime(milliseconds)} · {formatQuantity(steps.length, 'step')}
      </h3>
      <p className="pb-3 text-caption text-ink-3">
        P(correct) on the left. Wrong steps should be low: some models swap the two classes.
      </p>
      <SmallTypesetText text={typeset(shorten(problem))} className="border-b border-rule pb-3" />
      <ol aria-label="Steps with their scores">
        {steps.map(({ text, score }, index) => (
          <li
            key={index}
            className="grid grid-cols-[1.75rem_3rem_minmax(0,1fr)] items-baseline border-b border-rule py-1.5"
          >
            <span className="text-ink-3">{index + 1}</span>
            <b>{score.toFixed(2)}</b>
            <SmallTypesetText text={typeset(shorten(text))} className="min-w-0" />
          </li>
        ))}
      </ol>
    </section>
  )
}

const formatResponseTime = (milliseconds: number) =>
  milliseconds < 1_000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`

const shorten = (text: string) =>
  text.length > maxDisplayedCharacters
    ? `${text.slice(0, maxDisplayedCharacters)} …`.toWellFormed()
    : text
