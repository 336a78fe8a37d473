import { createHash } from 'node:crypto'
import { hasLabelsAfterError } from '@/lib/formats/output-formats'
import type { StoredRecord } from '@/lib/formats/record'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { AppError } from '@/lib/platform/errors'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import type { Transaction } from '@/lib/platform/server/database'
import { disableParallelWorkers } from '@/lib/platform/server/disable-parallel-workers.sql'
import type { WriteTransaction } from '@/lib/platform/server/run-transaction'
import { listPossibleSplits, type Split } from '../choose-split-side'
import { consensusFileName, isCombiningConsensus } from '../consensus-names'
import type { ReleaseOptions } from '../contract'
import { writeDatasetCard } from '../dataset-card'
import { describeEmptyFiles } from '../describe-empty-files'
import { explainEmptyRelease } from '../explain-exclusions'
import { toRowFormat } from '../release-formats'
import {
  addRowToStatistics,
  buildReleaseManifest,
  type HeldOutListUse,
  type ReleaseManifest,
  createReleaseStatistics,
  type ReleaseStatistics,
  formatChecksums,
} from '../release-manifest'
import { countConsensusRelease, prepareConsensusRule } from './count-consensus'
import { countRelease, makeSplitSideChooser, sumReleaseRowCounts } from './count-release'
import { preferPrimaryKeyOrder } from './prefer-primary-key-order.sql'
import {
  type ReleaseLineFileWriter,
  openReleaseLineFileWriter,
  type ReleaseFileContext,
  type WrittenReleaseFile,
  writeReleaseTextFile,
} from './release-files'
import { openReleaseFormatFileWriter, type ReleaseFormatFileWriter } from './release-format-file'
import { readReleaseRecords, type ReleaseRecord, writeConsensusLine } from './release-records'
import {
  readReleaseSnapshot,
  requireSameCluster,
  type ReleaseSnapshot,
  type UnfinishedTransactions,
} from './release-snapshot.sql'

/** What to write, as requested. */
export interface ReleaseDefinition {
  projectId: string
  project: ReleaseManifest['project']
  release: ReleaseManifest['release']
  createdAt: Date
  options: ReleaseOptions
  warnings: string[]
  since: ReleaseManifest['since']
}

export interface WrittenRelease {
  snapshot: ReleaseSnapshot
  manifest: ReleaseManifest
  files: WrittenReleaseFile[]
  rows: number
}

/** What to read from. */
interface Reader {
  /** REPEATABLE READ, and nothing read yet: its snapshot is that of the release. */
  reader: Transaction
  /** Reads in that same transaction. */
  rows: BulkRowReader
  /** Of a replica, listed before that transaction began. */
  unfinished: UnfinishedTransactions | null
}

/** Receives progress, and throws to stop. */
export type ReleaseProgressReporter = (progress: {
  readRows: number
  allRows: number
}) => Promise<void>

/**
 * Writes all files of a release.
 *
 * @param writer its commit makes the release exist
 */
export async function writeRelease(
  { reader, rows, unfinished }: Reader,
  writer: WriteTransaction,
  job: ReleaseDefinition,
  report: ReleaseProgressReporter,
): Promise<WrittenRelease> {
  const { projectId, options, since, warnings } = job
  const snapshot = await readReleaseSnapshot(reader, projectId, unfinished)
  if (since) await requireSameCluster(reader, since)
  const heldOut = await readHeldOutLists(reader, projectId, options)
  const chooseSide = await makeSplitSideChooser(reader, projectId, options)
  const { filters, consensus, fallback = null } = options
  const selection = { projectId, filters, consensus, fallback, since: since?.cursor ?? null }
  const rule = await prepareConsensusRule(reader, selection)
  const counts = rule
    ? await countConsensusRelease(reader, selection, rule, chooseSide)
    : await countRelease(reader, selection, chooseSide)
  const { all: allRows, written: writtenRows } = sumReleaseRowCounts(counts, consensus)
  if (writtenRows === 0)
    throw new AppError('conflict', explainEmptyRelease(counts, options.since ?? null))

  await disableParallelWorkers(reader)
  await preferPrimaryKeyOrder(reader)

  const context = { writer, projectId }
  const files = await openFiles(context, options)
  const statistics = createReleaseStatistics()
  let readRows = 0
  for await (const row of readReleaseRecords(rows, selection, rule, options)) {
    await report({ readRows: readRows++, allRows })
    const side = chooseSide(row.record.problem.statement)
    if (side === 'heldOut') continue
    countRow(statistics, side, row, options)
    await addRow(files, side, row)
  }
  if (readRows !== allRows) throw new Error(`Counted ${allRows} rows, and read ${readRows}`)
  const writtenFiles = await closeFiles(files)
  const manifest = buildReleaseManifest({
    project: job.project,
    release: job.release,
    since,
    options,
    heldOut,
    counts,
    statistics,
    rule,
    warnings: [...warnings, ...describeEmptyFiles(writtenFiles, counts, options, statistics)],
    createdAt: job.createdAt.toISOString(),
    snapshotAt: snapshot.at.toISOString(),
    cursor: snapshot.cursor,
    files: writtenFiles.map(({ fileId: _, ...file }) => file),
  })
  return {
    snapshot,
    manifest,
    files: [...writtenFiles, ...(await writeInfoFiles(context, manifest, writtenFiles))],
    rows: allRows,
  }
}

function countRow(
  statistics: ReleaseStatistics,
  split: Split,
  { record, consensus }: ReleaseRecord,
  options: ReleaseOptions,
): void {
  const people = consensus?.votes.map(({ labeler }) => labeler) ?? [record.annotation.labeler]
  addRowToStatistics(
    statistics,
    split,
    record.annotation,
    people,
    consensus?.decided.policy ?? null,
  )
  statistics.flows[split].add(record.solution.flow)
  statistics.endsAtFirstError &&= !hasRatingsAfterError(record, options)
}

function hasRatingsAfterError(record: StoredRecord, { formats, neutral }: ReleaseOptions): boolean {
  return formats.some((format) =>
    hasLabelsAfterError(toRowFormat(format), record, { neutral: neutral ?? null }),
  )
}

async function readHeldOutLists(
  reader: Transaction,
  projectId: string,
  { heldOut: { lists } }: ReleaseOptions,
): Promise<HeldOutListUse[]> {
  const rows = await reader.heldOutList.findMany({
    where: { projectId, id: { in: lists } },
    select: { id: true, name: true, problems: true, sha256: true },
    orderBy: { id: 'asc' },
  })
  if (rows.length < lists.length)
    throw new AppError(
      'conflict',
      'A held-out list of this release was removed before it was written. Nothing was written: make a new one.',
    )
  return rows.map(({ id, sha256, ...row }) => ({
    list: id,
    ...row,
    sha256: Buffer.from(sha256).toString('hex'),
  }))
}

interface OpenFiles {
  outputs: ReleaseFormatFileWriter[]
  index: ReleaseLineFileWriter
  /** The annotations behind each row; null without a consensus. */
  consensus: ReleaseLineFileWriter | null
}

async function openFiles(context: ReleaseFileContext, options: ReleaseOptions): Promise<OpenFiles> {
  const { formats, split, heldOut, neutral = null, promptSeparator } = options
  const splits = listPossibleSplits({ ...split, ...heldOut }, heldOut.lists.length)
  const outputs: ReleaseFormatFileWriter[] = []
  for (const format of formats)
    for (const name of splits)
      outputs.push(
        await openReleaseFormatFileWriter(context, format, name, { neutral, promptSeparator }),
      )
  const consensus = isCombiningConsensus(options.consensus)
    ? await openReleaseLineFileWriter(context)
    : null
  return { outputs, index: await openReleaseLineFileWriter(context), consensus }
}

async function addRow(files: OpenFiles, split: Split, row: ReleaseRecord): Promise<void> {
  const { record, consensus } = row
  for (const output of files.outputs) if (output.split === split) await output.add(record)
  await files.index.add([writeIndexLine(row, split)])
  if (consensus && files.consensus)
    await files.consensus.add([writeConsensusLine(record, split, consensus)])
}

/** Every row of the release by annotation or solution id, to compare releases. */
export const releaseIndexFileName = 'annotations.jsonl'

async function closeFiles({ outputs, index, consensus }: OpenFiles): Promise<WrittenReleaseFile[]> {
  const fileInfo = { format: null, split: null }
  const writtenFiles: WrittenReleaseFile[] = []
  for (const output of outputs) writtenFiles.push(await output.close())
  writtenFiles.push({ name: releaseIndexFileName, ...fileInfo, ...(await index.close()) })
  if (consensus)
    writtenFiles.push({ name: consensusFileName, ...fileInfo, ...(await consensus.close()) })
  return writtenFiles
}

/**
 * The hash is that of the line without events, whatever the options: it identifies the annotation's
 * content.
 */
function writeIndexLine({ record, annotationsOfSolution }: ReleaseRecord, split: Split): string {
  const line = writeStepmarkLine({ ...record, events: null })
  return JSON.stringify({
    annotation: record.annotation.id,
    solution: record.solution.id,
    problem: record.problem.id,
    split,
    labeler: record.annotation.labeler,
    annotations_of_solution: annotationsOfSolution,
    sha256: createHash('sha256').update(line).digest('hex'),
  })
}

async function writeInfoFiles(
  context: ReleaseFileContext,
  manifest: ReleaseManifest,
  writtenFiles: readonly WrittenReleaseFile[],
): Promise<WrittenReleaseFile[]> {
  const infoFiles = [
    await writeReleaseTextFile(context, 'README.md', writeDatasetCard(manifest)),
    await writeReleaseTextFile(context, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`),
  ]
  const sums = formatChecksums([...writtenFiles, ...infoFiles])
  return [...infoFiles, await writeReleaseTextFile(context, 'SHA256SUMS', sums)]
}
