import { useState } from 'react'
import { useRequest } from '@/components/shell/use-request'
import type { RepairableSolution } from '@/components/splits/step-repair'
import { callApi } from '@/lib/client/call-api'

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
  const [attempts, setAttempts] = useState(0)
  const { reply, requestError, isCurrent } = useRequest(`${solutionId} ${attempts}`, 0, (signal) =>
    fetchTypesetSolution(slug, solutionId, signal),
  )
  return {
    solution: isCurrent && requestError === null ? reply : null,
    failure: isCurrent ? requestError : null,
    retry: () => setAttempts(attempts + 1),
  }
}
