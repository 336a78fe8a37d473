import { useEffect, useState } from 'react'
import type { RepairableSolution } from '@/components/splits/step-repair'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'

/** Fetches a solution, typeset. */
export function fetchTypesetSolution(
  slug: string,
  solution: string,
  signal?: AbortSignal,
): Promise<RepairableSolution> {
  return callApi(
    'get /projects/{project}/splits/{solution}',
    { project: slug, solution },
    { signal },
  )
}

/** Loads one solution. `solution` is null while it loads and after a failure. */
export function useTypesetSolution(slug: string, solutionId: string) {
  const [solution, setSolution] = useState<RepairableSolution | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    async function load() {
      try {
        const loadedSolution = await fetchTypesetSolution(slug, solutionId, controller.signal)
        setFailure(null)
        setSolution(loadedSolution)
      } catch (error) {
        if (!controller.signal.aborted) setFailure(describeCallError(error))
      }
    }
    void load()
    return () => controller.abort()
  }, [slug, solutionId, attempts])
  const retry = () => {
    setFailure(null)
    setAttempts(attempts + 1)
  }
  return { solution, failure, retry }
}
