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

/** Loads one solution. `content` is null while it loads. */
export function useSolutionSteps(slug: string, solution: string) {
  const [content, setContent] = useState<RepairableSolution | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    async function load() {
      try {
        const loadedContent = await fetchTypesetSolution(slug, solution, controller.signal)
        setFailure(null)
        setContent(loadedContent)
      } catch (error) {
        if (!controller.signal.aborted) setFailure(describeCallError(error))
      }
    }
    void load()
    return () => controller.abort()
  }, [slug, solution, attempts])
  return { content, failure, retry: () => setAttempts(attempts + 1) }
}
