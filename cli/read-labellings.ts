import { unpack } from '@/lib/files/server/unpack'
import { readItem } from '@/lib/formats/detect'
import { placeReason } from '@/lib/formats/excerpt'
import { type PlacedReason, wholeLine } from '@/lib/formats/place'
import { describeItem, type ReadableItem, readItems } from '@/lib/formats/read-items'
import type { ImportRecord } from '@/lib/formats/record'
import type { Labelling } from '@/lib/review/agreement/compare-labellings'
import { type LeftOut, takeComparable } from '@/lib/review/agreement/take-comparable'
import type { LabelledSolution } from '@/lib/review/agreement/tally'
import { labellingFormats, type LabellingOptions, type leftOutKinds } from './labelling-options'
import { tellLineProblem } from './line-problems'
import { nameSolution } from './name-solution'
import { openInput } from './open-input'
import type { Shell } from './shell'

/** `other-steps`: the steps were cut anew since. */
export type NotCompared = LeftOut | 'other-steps' | (typeof leftOutKinds)[number]

export interface LabellingsRead {
  name: string
  lines: number
  refused: number
  labellings: number
  notCompared: Map<NotCompared, number>
  /** Labellings that rate steps after their first error; those ratings are not compared. */
  cut: number
  solutions: LabelledSolution[]
}

/**
 * Reads labellings line by line, puts those of a solution together, and names lines that cannot be used. Memory: some
 * hundred bytes a labelling, texts are not kept.
 */
export async function readLabellings(
  shell: Shell,
  file: string | undefined,
  options: LabellingOptions,
): Promise<LabellingsRead> {
  const { name, chunks } = await openInput(shell, file)
  const shelf = new Shelf(options)
  let [lines, refused] = [0, 0]
  const bytes = unpack(chunks, { maxBytes: Number.MAX_SAFE_INTEGER })
  for await (const item of readItems(bytes, { format: options.format })) {
    lines += 1
    const read = 'problem' in item ? { problems: [item.problem] } : readRecord(item, options.format)
    if ('record' in read) {
      shelf.add(read.record)
      continue
    }
    refused += 1
    for (const problem of read.problems) tellLineProblem(shell, name, problem)
  }
  if (refused > 0) shell.status = 1
  const { labellings, notCompared, cut, solutions } = shelf
  return { name, lines, refused, labellings, notCompared, cut, solutions: [...solutions.values()] }
}

function readRecord(item: ReadableItem, format: LabellingOptions['format']) {
  const refuse = (problems: readonly PlacedReason[]) => ({
    problems: problems.map((problem) => placeReason(describeItem(item), problem)),
  })
  const result = readItem(format, item)
  if (!result.ok) return refuse(result.problems)
  if (labellingFormats.some((known) => known === result.format)) return { record: result.record }
  return refuse([{ place: wholeLine, reason: describeNobody(result.format) }])
}

/** Why labellings of this format cannot be told apart by who made them. */
export const describeNobody = (format: string) =>
  `Lines of the format ${format} do not say who labelled: ${labellingFormats.join(' or ')} is needed.`

/** Labellings by solution. */
class Shelf {
  labellings = 0
  cut = 0
  readonly notCompared = new Map<NotCompared, number>()
  readonly solutions = new Map<string, LabelledSolution & { labellings: Labelling[] }>()
  /** Each name is kept once. */
  private readonly names = new Map<string, string>()

  constructor(private readonly options: LabellingOptions) {}

  add(record: ImportRecord): void {
    for (const solution of record.solutions)
      for (const labelling of solution.labellings) {
        this.labellings += 1
        const why = this.findWhyNot(record, labelling)
        const taken = why === null ? takeComparable(solution, labelling) : { leftOut: why }
        if ('leftOut' in taken) {
          this.notCompared.set(taken.leftOut, (this.notCompared.get(taken.leftOut) ?? 0) + 1)
          continue
        }
        if (taken.isCut) this.cut += 1
        this.find(record, solution.steps ?? []).labellings.push({
          labeler: this.keepName(labelling.labeler),
          ratings: taken.ratings,
          submittedAt: labelling.timestamp,
        })
      }
  }

  private findWhyNot(
    { stored }: ImportRecord,
    { isQualityControl, isScreening }: { isQualityControl: boolean; isScreening: boolean },
  ): NotCompared | null {
    const { leaveOut = [] } = this.options
    if (isQualityControl && leaveOut.includes('quality-control')) return 'quality-control'
    if (isScreening && leaveOut.includes('screening')) return 'screening'
    return stored && stored.labelling.revision !== stored.solution.revision ? 'other-steps' : null
  }

  private find(record: ImportRecord, steps: readonly string[]) {
    const names = nameSolution(record, steps)
    let found = this.solutions.get(names.solution)
    if (!found) {
      found = { problem: this.keepName(names.problem), labellings: [] }
      this.solutions.set(names.solution, found)
    }
    return found
  }

  private keepName(name: string): string {
    const known = this.names.get(name)
    if (known !== undefined) return known
    this.names.set(name, name)
    return name
  }
}
