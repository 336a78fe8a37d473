import { readFile } from '@/lib/files/server/stored-files'
import { readLines } from '@/lib/formats/read-lines'
import { AppError } from '@/lib/platform/errors'
import type { Database } from '@/lib/platform/server/database'
import {
  compareIndexes,
  compareOptions,
  type IndexDifference,
  type IndexLine,
} from '../compare-indexes'
import { listedChanges } from '../contract'
import { noSuchRelease, readOptions, type ReleasePlace } from './describe-release'
import { indexName } from './write-release'

/** What is otherwise in one release than in another, labelling by labelling, and in what was asked for. */
export async function diffProjectReleases(db: Database, from: ReleasePlace, to: ReleasePlace) {
  const [old, now] = [await findDone(db, from), await findDone(db, to)]
  const { same, counts, first } = await compareIndexes(
    readIndex(db, from.projectId, old.fileId),
    readIndex(db, to.projectId, now.fileId),
    listedChanges,
  )
  return {
    from: from.number,
    to: to.number,
    same,
    ...counts,
    options: compareOptions(readOptions(old.options), readOptions(now.options)),
    firstAdded: listChanges(first.added),
    firstRemoved: listChanges(first.removed),
    firstChanged: listChanges(first.changed),
    firstMoved: listChanges(first.moved),
  }
}

const listChanges = (lines: IndexDifference['first']['added']) =>
  lines.map(({ labelling, solution, problem, split, labeler }) => ({
    ...{ labelling, solution, problem, split, labeler },
  }))

async function findDone(db: Database, place: ReleasePlace) {
  const row = await db.release.findUnique({
    where: { projectId_number: place },
    select: { options: true, files: { where: { name: indexName }, select: { fileId: true } } },
  })
  if (row === null) throw noSuchRelease()
  const [index] = row.files
  if (!index)
    throw new AppError(
      'conflict',
      `Release ${place.number} is not done: there is nothing to compare.`,
    )
  return { options: row.options, fileId: index.fileId }
}

async function* readIndex(
  db: Database,
  projectId: string,
  fileId: string,
): AsyncGenerator<IndexLine> {
  for await (const line of readLines(readFile(db, { projectId, fileId }))) {
    if ('problem' in line) throw new Error(`Line ${line.line} of an index cannot be read`)
    yield JSON.parse(line.text) as IndexLine
  }
}
