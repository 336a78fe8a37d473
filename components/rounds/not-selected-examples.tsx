import { useEffect, useState } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { stepRepairHref, type RepairableSolution } from '@/components/splits/step-repair'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { shortenTypesetText } from '@/lib/typesetting/shorten-text'
import { formatScore } from './format-figures'
import type { NotSelectedGroup } from './round'
import { fetchTypesetSolution } from './use-typeset-solution'

const examplesPerPage = 4
const problemCharacters = 90
const answerCharacters = 60

/** Example solutions for one reason, a few at a time. */
export function NotSelectedExamples({ slug, group }: { slug: string; group: NotSelectedGroup }) {
  const [limit, setLimit] = useState(examplesPerPage)
  const { solutions, failure } = useExampleSolutions(slug, group.examples.slice(0, limit))
  const examples = group.examples
    .slice(0, limit)
    .map((id, index) => ({ solution: solutions.get(id), facts: group.facts[index] }))
  return (
    <div className="pt-1 pb-2">
      <ul aria-label="Examples" className="grid gap-1.5 border-l-2 border-rule pl-3">
        {examples.map(
          ({ solution, facts }) =>
            solution && (
              <li key={solution.solution} className="wrap-anywhere">
                <Link
                  href={stepRepairHref(slug, solution.solution, 0)}
                  className="block font-read text-excerpt/5.5 font-text text-ink no-underline hover:text-ink hover:underline"
                >
                  <TypesetContent
                    text={shortenTypesetText(solution.problem.text, problemCharacters)}
                  />
                </Link>
                <div className="flex flex-wrap items-baseline gap-x-1.5 text-caption text-ink-3">
                  {solution.answer === null ? (
                    'No answer,'
                  ) : (
                    <span className="flex flex-wrap items-baseline">
                      Answer&nbsp;
                      <TypesetContent
                        text={shortenTypesetText(solution.answer, answerCharacters)}
                      />
                      ,
                    </span>
                  )}
                  {facts && formatExampleFacts(facts)}
                  <span>
                    {solution.externalId !== null && `${solution.externalId}, `}
                    {formatQuantity(solution.steps.length, 'step')}
                  </span>
                </div>
              </li>
            ),
        )}
      </ul>
      {failure !== null && (
        <p role="alert" className="pt-1 text-negative">
          {failure}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 pt-1.5 text-caption text-ink-3">
        {limit < group.examples.length && (
          <LinkButton onClick={() => setLimit(limit + examplesPerPage)}>More examples</LinkButton>
        )}
        <span>
          {formatCount(Math.min(limit, group.examples.length))} of {formatCount(group.solutions)}
        </span>
      </p>
    </div>
  )
}

/** `unsure; score 0.43;`: the values that the policy used. */
const formatExampleFacts = ({ verdict, score }: NotSelectedGroup['facts'][number]) =>
  `${verdict}; ${score === null ? 'no score' : `score ${formatScore(score)}`};`

/** Fetches the solutions that are not loaded yet. */
function useExampleSolutions(slug: string, ids: readonly string[]) {
  const [solutions, setSolutions] = useState<ReadonlyMap<string, RepairableSolution>>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const missingIds = ids.filter((id) => !solutions.has(id)).join(' ')
  useEffect(() => {
    if (missingIds === '') return
    const controller = new AbortController()
    async function load() {
      try {
        const requests = missingIds
          .split(' ')
          .map((id) => fetchTypesetSolution(slug, id, controller.signal))
        const loadedExamples = (await Promise.all(requests)).map(
          (solution) => [solution.solution, solution] as const,
        )
        setFailure(null)
        setSolutions((previous) => new Map([...previous, ...loadedExamples]))
      } catch (error) {
        if (!controller.signal.aborted) setFailure(describeCallError(error))
      }
    }
    void load()
    return () => controller.abort()
  }, [slug, missingIds])
  return { solutions, failure }
}
