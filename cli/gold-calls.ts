import type { ReplyOf } from '@/lib/platform/contract'
import type { getGoldContract } from '@/lib/review/gold-contract'
import { callServer, type Server } from './server'

/** A solution by its id, or by its name in the data, with what is known of it. */
export function findGoldSolution(
  server: Server,
  project: string,
  solution: string,
): Promise<ReplyOf<typeof getGoldContract>> {
  return callServer<typeof getGoldContract>(
    server,
    { method: 'get', path: '/projects/{project}/gold/{solution}' },
    { project, solution },
  )
}
