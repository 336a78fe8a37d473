import type { Transaction } from '@/lib/platform/server/database'
import { chooseSplitSide, type SplitSide } from '../choose-split-side'
import { type ConsensusName, getRowUnit } from '../consensus-names'
import type { ReleaseOptions } from '../contract'
import { makeEmptySplitCounts, type ReleaseCounts, type SplitCounts } from '../release-manifest'
import { countExclusions } from './count-exclusions.sql'
import { streamProblemCounts } from './count-problems.sql'
import { hashStatementForSplit, hashStatement } from './hash-statement'
import { readHeldOutHashes } from './held-out-hashes.sql'
import type { AnnotationSelection } from './select-annotations'

/** Side of a problem with this statement. */
export type SplitSideChooser = (statement: string) => SplitSide

export async function makeSplitSideChooser(
  reader: Transaction,
  projectId: string,
  { split, heldOut }: Pick<ReleaseOptions, 'split' | 'heldOut'>,
): Promise<SplitSideChooser> {
  const heldOutHashes = await readHeldOutHashes(reader, projectId, heldOut.lists)
  const rule = { testShare: split.testShare, action: heldOut.action }
  return (statement) => {
    const hash = hashStatement(statement)
    return chooseSplitSide(rule, heldOutHashes.has(hash), hashStatementForSplit(split.seed, hash))
  }
}

/** @param reader a REPEATABLE READ transaction, so that problems and exclusions are counted in one snapshot */
export async function countRelease(
  reader: Transaction,
  selection: AnnotationSelection,
  chooseSide: SplitSideChooser,
): Promise<ReleaseCounts> {
  const counts = makeEmptySplitCounts()
  for await (const { statement, annotations, solutions } of streamProblemCounts(
    reader,
    selection,
  )) {
    const side = counts[chooseSide(statement)]
    side.problems += 1
    side.solutions += solutions
    side.annotations += annotations
  }
  const { selected, excluded } = await countExclusions(reader, selection)
  const annotationCount = sumAnnotationCounts(counts)
  if (selected !== annotationCount)
    throw new Error(`Counted ${annotationCount} annotations, and then ${selected}`)
  return { ...counts, excluded }
}

/** Annotations in train, test and held out. */
export function sumAnnotationCounts({
  train,
  test,
  heldOut,
}: Record<SplitSide, { annotations: number }>) {
  return train.annotations + test.annotations + heldOut.annotations
}

/** Rows that a release reads (`all`) and writes (`written`): annotations, or solutions with a combining consensus. */
export function sumReleaseRowCounts(
  counts: Record<SplitSide, SplitCounts>,
  consensus: ConsensusName,
) {
  const unit = getRowUnit(consensus)
  const writtenCount = counts.train[unit] + counts.test[unit]
  return { all: writtenCount + counts.heldOut[unit], written: writtenCount }
}
