import { readStoredFile } from '@/lib/files/server/stored-files'
import { readLines } from '@/lib/formats/read-lines'
import { AppError } from '@/lib/platform/errors'
import type { Database } from '@/lib/platform/server/database'
import {
  type ReleaseIndexChange,
  compareReleaseOptions,
  compareReleaseIndexes,
  type ReleaseIndexLine,
} from '../compare-release-indexes'
import { maxListedChanges, type ReleaseOptions } from '../contract'
import { shortenStatement } from '../shorten-statement'
import { listProblemDisplayNames, listSolutionDisplayNames } from './display-names.sql'
import {
  makeReleaseNotFoundError,
  parseStoredReleaseOptions,
  type ReleaseKey,
} from './read-release'
import { releaseIndexFileName } from './write-release'

/** Compares two releases: annotation by annotation, and their options. */
export async function diffProjectReleases(db: Database, from: ReleaseKey, to: ReleaseKey) {
  const [earlierRelease, laterRelease] = [
    await findFinishedRelease(db, from),
    await findFinishedRelease(db, to),
  ]
  const { unchanged, counts, listedChanges } = await compareReleaseIndexes(
    readIndex(db, from.projectId, earlierRelease.fileId),
    readIndex(db, to.projectId, laterRelease.fileId),
    maxListedChanges,
  )
  const describeChange = await makeChangeDescriber(
    db,
    from.projectId,
    Object.values(listedChanges).flat(),
  )
  return {
    from: from.number,
    to: to.number,
    unchanged,
    ...counts,
    options: compareReleaseOptions(
      omitWarnings(earlierRelease.options),
      omitWarnings(laterRelease.options),
    ),
    firstAdded: listedChanges.added.map(describeChange),
    firstRemoved: listedChanges.removed.map(describeChange),
    firstChanged: listedChanges.changed.map(describeChange),
    firstMoved: listedChanges.moved.map(describeChange),
  }
}

function omitWarnings(storedOptions: unknown): ReleaseOptions {
  const { warnings: _, ...options } = parseStoredReleaseOptions(storedOptions)
  return options
}

/** Returns a function that adds display names to a change, for what is still in the project. */
async function makeChangeDescriber(
  db: Database,
  projectId: string,
  changes: readonly ReleaseIndexChange[],
) {
  const ids = (key: 'problem' | 'solution') => [...new Set(changes.map((change) => change[key]))]
  const problems = await listProblemDisplayNames(db, projectId, ids('problem'))
  const solutions = await listSolutionDisplayNames(db, projectId, ids('solution'))
  const problemById = new Map(problems.map((row) => [row.id, row]))
  const solutionById = new Map(solutions.map((row) => [row.id, row]))
  return ({ annotation, solution, problem, split, labeler, from, to }: ReleaseIndexChange) => {
    const start = problemById.get(problem)?.start
    return {
      annotation,
      solution,
      problem,
      split,
      from,
      to,
      labeler,
      problemExternalId: problemById.get(problem)?.externalId ?? null,
      statementExcerpt: start === undefined ? null : shortenStatement(start),
      solutionExternalId: solutionById.get(solution)?.externalId ?? null,
    }
  }
}

async function findFinishedRelease(db: Database, key: ReleaseKey) {
  const row = await db.release.findUnique({
    where: { projectId_number: key },
    select: {
      options: true,
      state: true,
      files: { where: { name: releaseIndexFileName }, select: { fileId: true } },
    },
  })
  if (row === null) throw makeReleaseNotFoundError()
  const [index] = row.files
  if (!index)
    throw new AppError(
      'conflict',
      row.state === 'failed' || row.state === 'cancelled'
        ? `Release ${key.number} failed or was cancelled and has no files: there is nothing to compare.`
        : `Release ${key.number} is not done yet: there is nothing to compare.`,
    )
  return { options: row.options, fileId: index.fileId }
}

async function* readIndex(
  db: Database,
  projectId: string,
  fileId: string,
): AsyncGenerator<ReleaseIndexLine> {
  for await (const line of readLines(readStoredFile(db, { projectId, fileId }))) {
    if ('error' in line) throw new Error(`Line ${line.line} of an index cannot be read`)
    yield JSON.parse(line.text) as ReleaseIndexLine
  }
}
