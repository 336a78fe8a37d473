import type { listHeldOutListsContract } from '@/lib/exports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { UsageError } from './refusals'
import { callServer, type Server } from './server'

export type HeldOutList = ReplyOf<typeof listHeldOutListsContract>['lists'][number]

export async function listHeldOutLists(server: Server, project: string): Promise<HeldOutList[]> {
  const { lists } = await callServer<typeof listHeldOutListsContract>(
    server,
    { method: 'get', path: '/projects/{project}/held-out-lists' },
    { project },
  )
  return lists
}

/** The lists that a person means, by name or by id. Throws `UsageError` where there is none. */
export async function findHeldOutLists(
  server: Server,
  project: string,
  meant: readonly string[],
): Promise<HeldOutList[]> {
  if (meant.length === 0) return []
  const lists = await listHeldOutLists(server, project)
  return meant.map((text) => {
    const found = lists.find(({ list, name }) => name === text || list === text)
    if (found) return found
    const names = lists.map(({ name }) => name).join(', ') || 'none so far'
    throw new UsageError(
      `There is no held-out list "${text}" in this project: ${names}. Nothing was done.`,
    )
  })
}
