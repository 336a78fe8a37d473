import type { listHeldOutListsContract } from '@/lib/exports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { UsageError } from './errors'
import { callServer, type ServerConnection } from './server-connection'

export type HeldOutList = ReplyOf<typeof listHeldOutListsContract>['lists'][number]

export async function listHeldOutLists(
  server: ServerConnection,
  project: string,
): Promise<HeldOutList[]> {
  const { lists } = await callServer(server, 'get /projects/{project}/held-out-lists', { project })
  return lists
}

/** Finds lists by name or id. Throws `UsageError` if one does not exist. */
export async function findHeldOutLists(
  server: ServerConnection,
  project: string,
  namesOrIds: readonly string[],
): Promise<HeldOutList[]> {
  if (namesOrIds.length === 0) return []
  const lists = await listHeldOutLists(server, project)
  return namesOrIds.map((text) => {
    const match = lists.find(({ list, name }) => name === text || list === text)
    if (match) return match
    const names = lists.map(({ name }) => name).join(', ') || 'none yet'
    throw new UsageError(
      `No held-out list "${text}" in this project. Its lists: ${names}. Nothing was changed.`,
    )
  })
}
