import type { Prisma } from '@/lib/generated/prisma/client'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { readJobWaitReason } from '@/lib/jobs/server/waiting-for.sql'
import { z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { releaseOptionsSchema, type ReleaseOptions, type releaseReply } from '../contract'
import { makeEmptyExclusionCounts, type ReleaseManifest } from '../release-manifest'

export type ReleaseReply = z.output<typeof releaseReply>

const releaseColumns = {
  id: true,
  number: true,
  name: true,
  state: true,
  options: true,
  readRows: true,
  totalRows: true,
  message: true,
  snapshotAt: true,
  manifest: true,
  createdAt: true,
  finishedAt: true,
  user: { select: { name: true } },
  files: {
    select: { name: true, bytes: true, sha256: true, rows: true },
    orderBy: { name: 'asc' },
  },
} as const satisfies Prisma.ReleaseSelect

type Row = Prisma.ReleaseGetPayload<{ select: typeof releaseColumns }>

export interface ReleaseKey {
  projectId: string
  number: number
}

/** Newest first. */
export async function listProjectReleases(
  db: Transaction,
  projectId: string,
): Promise<ReleaseReply[]> {
  const rows = await db.release.findMany({
    where: { projectId },
    select: releaseColumns,
    orderBy: { number: 'desc' },
  })
  const hasRunningRelease = rows.some(({ state }) => state === 'running')
  const waitingFor = await readJobWaitReason(db, hasRunningRelease)
  return rows.map((row) => describeRelease(row, waitingFor))
}

export async function readRelease(db: Transaction, key: ReleaseKey): Promise<ReleaseReply> {
  const row = await db.release.findUnique({
    where: { projectId_number: key },
    select: releaseColumns,
  })
  if (row === null) throw makeReleaseNotFoundError()
  return describeRelease(row, await readJobWaitReason(db, row.state === 'running'))
}

/** The contents of the column `options`. */
export type StoredReleaseOptions = ReleaseOptions & { warnings: string[] }

const storedOptions = releaseOptionsSchema.extend({ warnings: z.array(z.string()).default([]) })

/** Parses the column `options`, which `createRelease` filled in. */
export function parseStoredReleaseOptions(value: unknown): StoredReleaseOptions {
  return storedOptions.parse(value)
}

export function makeReleaseNotFoundError(): AppError {
  return new AppError('not_found', 'There is no such release in this project.')
}

function describeRelease(
  { id, options, manifest, user, files, totalRows, ...row }: Row,
  waitingFor: JobWaitReason,
): ReleaseReply {
  const { snapshotAt, createdAt, finishedAt } = row
  const { warnings, ...releaseOptions } = parseStoredReleaseOptions(options)
  return {
    ...row,
    waitingFor: row.state === 'running' ? waitingFor : null,
    release: id,
    allRows: totalRows,
    options: releaseOptions,
    warnings: readWarnings(manifest) ?? warnings,
    counts: readCounts(manifest),
    files: files.map(({ bytes, sha256, ...file }) => ({
      ...file,
      bytes: Number(bytes),
      sha256: Buffer.from(sha256).toString('hex'),
    })),
    by: user.name,
    snapshotAt: snapshotAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** The warnings of the finished release; undefined until it is written. */
const readWarnings = (manifest: Row['manifest']) =>
  (manifest as Pick<ReleaseManifest, 'warnings'> | null)?.warnings

function readCounts(manifest: Row['manifest']): ReleaseReply['counts'] {
  if (manifest === null) return null
  const { counts } = manifest as unknown as {
    counts: Omit<ReleaseManifest['counts'], 'excluded'> & Partial<ReleaseManifest['counts']>
  }
  // A reason that did not exist yet excluded nothing.
  return {
    ...counts,
    excluded: counts.excluded ? { ...makeEmptyExclusionCounts(), ...counts.excluded } : null,
  }
}
