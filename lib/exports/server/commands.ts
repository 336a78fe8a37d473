import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { defaultPromptSeparator } from '@/lib/formats/format-names'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import {
  addHeldOutListContract,
  cancelReleaseContract,
  createReleaseContract,
  removeHeldOutListContract,
} from '../contract'
import { insertHeldOutHashes } from './held-out-hashes.sql'
import { listProjectHeldOutLists } from './held-out-lists'
import { readHeldOutInThread } from './read-held-out-in-thread'
import { readRelease, type StoredReleaseOptions } from './read-release'
import { cancelRunningRelease, reserveReleaseNumber } from './record-release.sql'
import { requireFormatOptions, resolveReleaseSelection } from './resolve-options'

export const createRelease = command(createReleaseContract, {
  action: 'release.create',
  scope: 'project',
  async run({ actor, db, project }, { project: _, name, ...request }) {
    const { userId } = requirePerson(actor)
    requireFormatOptions(request)
    const { cursor: _cursor, ...resolvedOptions } = await resolveReleaseSelection(
      db,
      project.id,
      request,
    )
    const { promptSeparator = defaultPromptSeparator } = request
    const options: StoredReleaseOptions = {
      ...request,
      ...(request.formats.includes('preference') ? { promptSeparator } : {}),
      ...resolvedOptions,
    }
    const id = makeId()
    const attempt = 1
    const number = await reserveReleaseNumber(db, project.id)
    await db.release.create({
      data: { projectId: project.id, id, number, name: name.trim(), options, attempt, userId },
      select: { id: true },
    })
    await enqueueJob(db, 'release', { projectId: project.id, releaseId: id, attempt })
    return readRelease(db, { projectId: project.id, number })
  },
  audit: (_, { release, number, options }) => ({
    target: `release:${release}`,
    detail: { number, formats: options.formats },
  }),
})

export const cancelRelease = command(cancelReleaseContract, {
  action: 'release.create',
  scope: 'project',
  async run({ db, project }, { release: number }) {
    const key = { projectId: project.id, number }
    const isCancelled = await cancelRunningRelease(db, key)
    const release = await readRelease(db, key)
    if (!isCancelled && release.state !== 'cancelled')
      throw new AppError(
        'conflict',
        release.state === 'done'
          ? `Release ${number} is complete and can’t be cancelled.`
          : `Release ${number} has already failed.`,
      )
    return release
  },
  audit: (_, { release, number }) => ({
    target: `release:${release}`,
    detail: { number, operation: 'cancel' },
  }),
})

const listMaxBytes = 16 * 1024 * 1024
const listTimeoutMs = 60_000

export const addHeldOutList = command(addHeldOutListContract, {
  action: 'held-out.change',
  scope: 'project',
  bodyMaxBytes: listMaxBytes,
  timeoutMs: listTimeoutMs,
  readFile: readHeldOutInThread,
  async run({ actor, db, project, read }, { name }) {
    const { userId } = requirePerson(actor)
    if (read === null) throw new AppError('invalid_input', 'Send the list as the body.')
    const { problems, pages, sha256 } = read
    const list = { projectId: project.id, id: makeId() }
    await rejectDuplicateName(() =>
      db.heldOutList.create({
        data: { ...list, name: name.trim(), problems, sha256, userId },
        select: { id: true },
      }),
    )
    for (const page of pages)
      await insertHeldOutHashes(db, { projectId: project.id, listId: list.id }, page)
    const lists = await listProjectHeldOutLists(db, project.id)
    return lists.find((addedList) => addedList.list === list.id)!
  },
  audit: (_, { list, problems, sha256 }) => ({
    target: `held-out-list:${list}`,
    detail: { operation: 'add', problems, sha256 },
  }),
})

export const removeHeldOutList = command(removeHeldOutListContract, {
  action: 'held-out.change',
  scope: 'project',
  timeoutMs: listTimeoutMs,
  async run({ db, project }, { list }) {
    const { count } = await db.heldOutList.deleteMany({
      where: { projectId: project.id, id: list },
    })
    if (count === 0) throw new AppError('not_found', 'There is no such list in this project.')
    return { removed: list }
  },
  audit: ({ list }) => ({ target: `held-out-list:${list}`, detail: { operation: 'remove' } }),
})

async function rejectDuplicateName(create: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new AppError(
        'conflict',
        'There is already a list with this name. It was not replaced, because releases refer to it. Choose another name.',
        { issues: [{ location: 'name', reason: 'is taken' }] },
      )
    throw error
  }
}
