import { unpack } from '@/lib/files/server/unpack'
import { readItem } from '@/lib/formats/detect'
import { placeReason } from '@/lib/formats/excerpt'
import { type PlacedReason, wholeLine } from '@/lib/formats/place'
import { describeItem, type ReadableItem, readItems } from '@/lib/formats/read-items'
import type { ImportRecord } from '@/lib/formats/record'
import type { Annotation } from '@/lib/review/agreement/compare-annotations'
import { type LeftOut, takeComparable } from '@/lib/review/agreement/take-comparable'
import type { LabelledSolution } from '@/lib/review/agreement/tally'
import { annotationFormats, type AnnotationOptions, type leftOutKinds } from './annotation-options'
import { tellLineProblem } from './line-problems'
import { nameSolution } from './name-solution'
import { openInput } from './open-input'
import type { Shell } from './shell'

/** `other-steps`: the steps were cut anew since. */
export type NotCompared = LeftOut | 'other-steps' | (typeof leftOutKinds)[number]

export interface AnnotationsRead {
  name: string
  lines: number
  refused: number
  annotations: number
  notCompared: Map<NotCompared, number>
  /** Annotations that rate steps after their first error; those ratings are not compared. */
  cut: number
  solutions: LabelledSolution[]
}

/**
 * Reads annotations line by line, puts those of a solution together, and names lines that cannot be used. Memory: some
 * hundred bytes an annotation, texts are not kept.
 */
export async function readAnnotations(
  shell: Shell,
  file: string | undefined,
  options: AnnotationOptions,
): Promise<AnnotationsRead> {
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
  const { annotations, notCompared, cut, solutions } = shelf
  return { name, lines, refused, annotations, notCompared, cut, solutions: [...solutions.values()] }
}

function readRecord(item: ReadableItem, format: AnnotationOptions['format']) {
  const refuse = (problems: readonly PlacedReason[]) => ({
    problems: problems.map((problem) => placeReason(describeItem(item), problem)),
  })
  const result = readItem(format, item)
  if (!result.ok) return refuse(result.problems)
  if (annotationFormats.some((known) => known === result.format)) return { record: result.record }
  return refuse([{ place: wholeLine, reason: describeNobody(result.format) }])
}

/** Why annotations of this format cannot be told apart by who made them. */
export const describeNobody = (format: string) =>
  `Lines of the format ${format} do not say who labelled: ${annotationFormats.join(' or ')} is needed.`

/** Annotations by solution. */
class Shelf {
  annotations = 0
  cut = 0
  readonly notCompared = new Map<NotCompared, number>()
  readonly solutions = new Map<string, LabelledSolution & { annotations: Annotation[] }>()
  /** Each name is kept once. */
  private readonly names = new Map<string, string>()

  constructor(private readonly options: AnnotationOptions) {}

  add(record: ImportRecord): void {
    for (const solution of record.solutions)
      for (const annotation of solution.annotations) {
        this.annotations += 1
        const why = this.findWhyNot(record, annotation)
        const taken = why === null ? takeComparable(solution, annotation) : { leftOut: why }
        if ('leftOut' in taken) {
          this.notCompared.set(taken.leftOut, (this.notCompared.get(taken.leftOut) ?? 0) + 1)
          continue
        }
        if (taken.isCut) this.cut += 1
        this.find(record, solution.steps ?? []).annotations.push({
          labeler: this.keepName(annotation.labeler),
          ratings: taken.ratings,
          submittedAt: annotation.timestamp,
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
    return stored && stored.annotation.revision !== stored.solution.revision ? 'other-steps' : null
  }

  private find(record: ImportRecord, steps: readonly string[]) {
    const names = nameSolution(record, steps)
    let found = this.solutions.get(names.solution)
    if (!found) {
      found = { problem: this.keepName(names.problem), annotations: [] }
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
