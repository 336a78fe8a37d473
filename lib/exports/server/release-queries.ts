import { fileQuery, query } from '@/lib/auth/server/operation'
import { findReleaseMediaType } from '@/lib/exports/find-release-media-type'
import { readStoredFile } from '@/lib/files/server/stored-files'
import { AppError } from '@/lib/platform/errors'
import {
  diffReleasesContract,
  downloadReleaseFileContract,
  getReleaseContract,
  listHeldOutListsContract,
  listReleasesContract,
  listReleaseFilterValuesContract,
  previewReleaseContract,
} from '../contract'
import { diffProjectReleases } from './diff-releases'
import { listFilterValues } from './filter-values.sql'
import { listProjectHeldOutLists } from './held-out-lists'
import { previewProjectRelease } from './preview-release'
import { listProjectReleases, readRelease } from './read-release'

export const listReleases = query(listReleasesContract, {
  action: 'release.read',
  scope: 'project',
  run: async ({ db, project }) => ({ releases: await listProjectReleases(db, project.id) }),
})

export const listReleaseFilterValues = query(listReleaseFilterValuesContract, {
  action: 'release.read',
  scope: 'project',
  run: ({ db, project }) => listFilterValues(db, project.id),
})

export const getRelease = query(getReleaseContract, {
  action: 'release.read',
  scope: 'project',
  run: ({ db, project }, { release: number }) => readRelease(db, { projectId: project.id, number }),
})

export const diffReleases = query(diffReleasesContract, {
  action: 'release.read',
  scope: 'project',
  run: ({ db, project }, { release, from }) =>
    diffProjectReleases(
      db,
      { projectId: project.id, number: from },
      { projectId: project.id, number: release },
    ),
})

export const previewRelease = query(previewReleaseContract, {
  action: 'release.read',
  scope: 'project',
  run: ({ project }, { project: _, ...request }) => previewProjectRelease(project.id, request),
})

export const downloadReleaseFile = fileQuery(downloadReleaseFileContract, {
  action: 'release.read',
  scope: 'project',
  async run({ db, project }, { release: number, file }) {
    const projectId = project.id
    const storedFile = await db.releaseFile.findFirst({
      where: { projectId, name: file, release: { number } },
      select: { fileId: true, bytes: true, sha256: true },
    })
    if (storedFile === null)
      throw new AppError('not_found', 'There is no such file in this release.')
    const { fileId, bytes, sha256 } = storedFile
    return {
      // As listed in SHA256SUMS and the dataset card.
      fileName: file,
      mediaType: findReleaseMediaType(file),
      bytes: Number(bytes),
      sha256: Buffer.from(sha256).toString('hex'),
      read: (from, to) => readStoredFile(db, { projectId, fileId }, { from, to }),
    }
  },
})

export const listHeldOutLists = query(listHeldOutListsContract, {
  action: 'held-out.read',
  scope: 'project',
  run: async ({ db, project }) => ({ lists: await listProjectHeldOutLists(db, project.id) }),
})
