import { useEffect, useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { listPairSolutionsContract } from '@/lib/review/solution-verdicts-contract'
import { nameSolution } from './describe-answers'
import type { ShownSolution } from './pair'
import { overlay, type Said } from './settling'

interface Loaded {
  /** What was asked for: pair and page. */
  of: string
  solutions: readonly ShownSolution[]
  pages: number
}

/** The solutions of the pair that is lit, a page at a time, while they are looked at; one of them is lit. */
export function usePairSolutions({
  slug,
  pair,
  isOpen,
  said,
}: {
  slug: string
  pair: string | null
  isOpen: boolean
  said: ReadonlyMap<string, Said>
}) {
  const [asked, setAsked] = useState({ pair, page: 1, at: 0 })
  const { page, at } = asked.pair === pair ? asked : { page: 1, at: 0 }
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const of = `${pair} ${page}`
  useEffect(() => {
    if (!isOpen || pair === null) return
    const asking = new AbortController()
    call<typeof listPairSolutionsContract>(
      { method: 'get', path: '/projects/{project}/answers/{pair}/solutions' },
      { project: slug, pair, page },
      { signal: asking.signal },
    ).then(
      ({ solutions, pages }) => {
        setFailure(null)
        return setLoaded({
          ...{ of, pages },
          solutions: solutions.map((each) => ({
            ...each,
            ...({ kind: 'solution', key: each.solution, called: nameSolution(each) } as const),
          })),
        })
      },
      (error: unknown) => asking.signal.aborted || setFailure(describeError(error)),
    )
    return () => asking.abort()
  }, [slug, pair, page, of, isOpen, tries])

  const isHere = isOpen && loaded?.of === of
  const list = isHere ? loaded.solutions.map((each) => overlay(each, said.get(each.key))) : []
  const pages = isHere ? loaded.pages : 1
  const light = (to: number) => setAsked({ pair, page, at: to })
  const turn = (to: number) => setAsked({ pair, page: to, at: 0 })

  /** On from the last of a page comes the first of the next. */
  function move(by: 1 | -1) {
    if (list[at + by]) light(at + by)
    else if (isHere && page + by >= 1 && page + by <= pages) turn(page + by)
  }

  return {
    ...{ list, at, page, pages, failure, light, turn, move },
    lit: list[at] ?? null,
    isLoading: isOpen && !isHere && failure === null,
    tryAgain: () => setTries(tries + 1),
  }
}
