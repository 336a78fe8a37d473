import { useEffect, useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { AnswerPairSolution } from './answers'
import { getSolutionName } from './describe-answers'
import { applyLocalVerdict, type LocalVerdict } from './verdict-details'

interface LoadedPage {
  /** Pair and page. */
  requestKey: string
  solutions: readonly AnswerPairSolution[]
  pages: number
}

/** Loads the solutions of the current pair page by page while they are shown, with a current one among them. */
export function usePairSolutions({
  slug,
  pair,
  isOpen,
  localVerdicts,
}: {
  slug: string
  pair: string | null
  isOpen: boolean
  localVerdicts: ReadonlyMap<string, LocalVerdict>
}) {
  const [selection, setSelection] = useState({ pair, page: 1, index: 0 })
  const { page, index } = selection.pair === pair ? selection : { page: 1, index: 0 }
  const [loadedPage, setLoadedPage] = useState<LoadedPage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const requestKey = `${pair} ${page}`
  useEffect(() => {
    if (!isOpen || pair === null) return
    const controller = new AbortController()
    callApi(
      'get /projects/{project}/answers/{pair}/solutions',
      { project: slug, pair, page },
      { signal: controller.signal },
    ).then(
      ({ solutions, pages }) => {
        setFailure(null)
        return setLoadedPage({
          requestKey,
          pages,
          solutions: solutions.map((solution) => ({
            ...solution,
            ...({
              kind: 'solution',
              key: solution.solution,
              name: getSolutionName(solution),
            } as const),
          })),
        })
      },
      (error: unknown) => controller.signal.aborted || setFailure(describeCallError(error)),
    )
    return () => controller.abort()
  }, [slug, pair, page, requestKey, isOpen, attempt])

  const isLoaded = isOpen && loadedPage?.requestKey === requestKey
  const list = isLoaded
    ? loadedPage.solutions.map((solution) =>
        applyLocalVerdict(solution, localVerdicts.get(solution.key)),
      )
    : []
  const pages = isLoaded ? loadedPage.pages : 1
  const select = (to: number) => setSelection({ pair, page, index: to })
  const openPage = (to: number) => setSelection({ pair, page: to, index: 0 })

  /** From either end of a page, moves to the first solution of the neighbouring page. */
  function move(by: 1 | -1) {
    if (list[index + by]) select(index + by)
    else if (isLoaded && page + by >= 1 && page + by <= pages) openPage(page + by)
  }

  return {
    list,
    index,
    page,
    pages,
    failure,
    select,
    openPage,
    move,
    current: list[index] ?? null,
    isLoading: isOpen && !isLoaded && failure === null,
    tryAgain: () => setAttempt(attempt + 1),
  }
}
