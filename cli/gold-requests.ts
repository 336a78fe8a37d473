import type { getGoldContract } from '@/lib/gold/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { callServer, type ServerConnection } from './server-connection'

/** Finds a solution by id or external id, with its gold. */
export function findSolutionWithGold(
  server: ServerConnection,
  project: string,
  solution: string,
): Promise<ReplyOf<typeof getGoldContract>> {
  return callServer(server, 'get /projects/{project}/gold/{solution}', { project, solution })
}
