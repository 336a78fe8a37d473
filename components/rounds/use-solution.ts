import { useEffect, useState } from 'react'
import type { Split } from '@/components/review/split'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { getSplitContract } from '@/lib/review/contract'

/** Fetches a solution with its texts set. */
export function fetchSolution(
  slug: string,
  solution: string,
  signal?: AbortSignal,
): Promise<Split> {
  return call<typeof getSplitContract>(
    { method: 'get', path: '/projects/{project}/splits/{solution}' },
    { project: slug, solution },
    { signal },
  )
}

/** One solution, once it is there. */
export function useSolution(slug: string, solution: string) {
  const [found, setFound] = useState<Split | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const asking = new AbortController()
    async function load() {
      try {
        const split = await fetchSolution(slug, solution, asking.signal)
        setFailure(null)
        setFound(split)
      } catch (error) {
        if (!asking.signal.aborted) setFailure(describeError(error))
      }
    }
    void load()
    return () => asking.abort()
  }, [slug, solution, tries])
  return { found, failure, tryAgain: () => setTries(tries + 1) }
}
