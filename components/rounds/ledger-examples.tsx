import { useEffect, useState } from 'react'
import { Typeset } from '@/components/math/typeset'
import { shortenText } from '@/components/projects/shorten-text'
import { splitHref, type Split } from '@/components/review/split'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { describeError } from '@/lib/client/read-refusal'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { LeftOut } from './round'
import { fetchSolution } from './use-solution'
import { writeScore } from './write-figures'

const shownAtOnce = 4
const problemCharacters = 90
const answerCharacters = 60

/** Some of the solutions that a reason is about, a few at a time. */
export function LedgerExamples({ slug, line }: { slug: string; line: LeftOut }) {
  const [wanted, setWanted] = useState(shownAtOnce)
  const { found, failure } = useExamples(slug, line.examples.slice(0, wanted))
  const shown = line.examples
    .slice(0, wanted)
    .map((id, i) => ({ split: found.get(id), fact: line.facts[i] }))
  return (
    <div className="pt-1 pb-2">
      <ul aria-label="Examples" className="grid gap-1.5 border-l-2 border-rule pl-3">
        {shown.map(
          ({ split, fact }) =>
            split && (
              <li key={split.solution} className="wrap-anywhere">
                <Link
                  href={splitHref(slug, split.solution, 0)}
                  className="block font-read text-excerpt/5.5 font-text text-ink no-underline hover:text-ink hover:underline"
                >
                  <Typeset text={shortenText(split.problem.text, problemCharacters)} />
                </Link>
                <div className="flex flex-wrap items-baseline gap-x-1.5 text-caption text-ink-3">
                  {split.answer === null ? (
                    'no answer,'
                  ) : (
                    <span className="flex flex-wrap items-baseline">
                      answered&nbsp;
                      <Typeset text={shortenText(split.answer, answerCharacters)} />,
                    </span>
                  )}
                  {fact && describeFact(fact)}
                  <span>
                    {split.externalId !== null && `${split.externalId}, `}
                    {formatNoun(split.steps.length, 'step')}
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
        {wanted < line.examples.length && (
          <LinkButton onClick={() => setWanted(wanted + shownAtOnce)}>More examples</LinkButton>
        )}
        <span>
          {formatCount(Math.min(wanted, line.examples.length))} of {formatCount(line.solutions)}
        </span>
      </p>
    </div>
  )
}

/** `unsure; score 0.43;`: what a policy goes by. */
const describeFact = ({ verdict, score }: LeftOut['facts'][number]) =>
  `${verdict}; ${score === null ? 'no score' : `score ${writeScore(score)}`};`

/** Those that are wanted and not there yet are asked for; the same is never asked twice. */
function useExamples(slug: string, ids: readonly string[]) {
  const [found, setFound] = useState<ReadonlyMap<string, Split>>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const missing = ids.filter((id) => !found.has(id)).join(' ')
  useEffect(() => {
    if (missing === '') return
    const asking = new AbortController()
    async function load() {
      try {
        const fetched = missing.split(' ').map((id) => fetchSolution(slug, id, asking.signal))
        const splits = (await Promise.all(fetched)).map((one) => [one.solution, one] as const)
        setFailure(null)
        setFound((before) => new Map([...before, ...splits]))
      } catch (error) {
        if (!asking.signal.aborted) setFailure(describeError(error))
      }
    }
    void load()
    return () => asking.abort()
  }, [slug, missing])
  return { found, failure }
}
