import type { LabelledSolution } from '@/lib/agreement/agreement-accumulator'
import type { LabelerAnnotation } from '@/lib/agreement/labeler-annotations'
import { type IncomparableReason, toComparableRatings } from '@/lib/agreement/to-comparable-ratings'
import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { buildLineError } from '@/lib/formats/excerpt'
import { getItemPosition, type ReadableItem, readItems } from '@/lib/formats/read-items'
import { type ReadError, wholeLineLocation } from '@/lib/formats/read-result'
import type { ImportRecord } from '@/lib/formats/record'
import {
  annotationFileFormats,
  type AnnotationFileOptions,
  type excludableAnnotationKinds,
} from './annotation-options'
import { identifySolution } from './identify-solution'
import { internName } from './intern-name'
import { LineErrorPrinter, validateHint } from './line-error-printer'
import { openInput } from './open-input'
import type { Terminal } from './terminal'

/** `other-steps`: the solution was split into other steps after the annotation. */
export type AnnotationExclusionReason =
  | IncomparableReason
  | 'other-steps'
  | (typeof excludableAnnotationKinds)[number]

export interface AnnotationFile {
  name: string
  lines: number
  invalidLines: number
  annotations: number
  excluded: Map<AnnotationExclusionReason, number>
  /** Number of annotations with ratings after the first error. Those ratings are not compared. */
  cut: number
  solutions: LabelledSolution[]
}

/**
 * Reads annotations line by line, groups them by solution and reports invalid lines. Memory: some hundred bytes per
 * annotation, without texts.
 */
export async function readAnnotationFile(
  terminal: Terminal,
  file: string | undefined,
  options: AnnotationFileOptions,
): Promise<AnnotationFile> {
  const { name, chunks } = await openInput(terminal, file)
  const groups = new AnnotationGroups(options)
  const errorPrinter = new LineErrorPrinter(terminal, name, validateHint)
  let [lines, invalidLines] = [0, 0]
  const bytes = decompressIfGzip(chunks)
  try {
    for await (const item of readItems(bytes, { format: options.format })) {
      lines += 1
      const result = 'error' in item ? { errors: [item.error] } : readRecord(item, options.format)
      if ('record' in result) {
        groups.add(result.record)
        continue
      }
      invalidLines += 1
      for (const error of result.errors) errorPrinter.report(error)
    }
  } finally {
    errorPrinter.end()
  }
  if (invalidLines > 0) terminal.status = 1
  const { annotations, excluded, cut, solutions } = groups
  return {
    name,
    lines,
    invalidLines,
    annotations,
    excluded,
    cut,
    solutions: [...solutions.values()],
  }
}

function readRecord(item: ReadableItem, format: AnnotationFileOptions['format']) {
  const makeErrors = (errors: readonly ReadError[]) => ({
    errors: errors.map((error) => buildLineError(getItemPosition(item), error)),
  })
  const result = readItemRecord(format, item)
  if (!result.ok) return makeErrors(result.errors)
  if (annotationFileFormats.some((annotationFormat) => annotationFormat === result.format))
    return { record: result.record }
  return makeErrors([
    { location: wholeLineLocation, reason: explainMissingAnnotator(result.format) },
  ])
}

/** Why a format without annotators can't be used. */
export const explainMissingAnnotator = (format: string) =>
  `The format ${format} does not name the annotator. Use ${annotationFileFormats.join(' or ')}.`

/** Annotations by solution. */
class AnnotationGroups {
  annotations = 0
  cut = 0
  readonly excluded = new Map<AnnotationExclusionReason, number>()
  readonly solutions = new Map<string, LabelledSolution & { annotations: LabelerAnnotation[] }>()
  /** Stores each name once, to save memory. */
  private readonly names = new Map<string, string>()

  constructor(private readonly options: AnnotationFileOptions) {}

  add(record: ImportRecord): void {
    for (const solution of record.solutions)
      for (const annotation of solution.annotations) {
        this.annotations += 1
        const exclusionReason = this.findExclusion(record, annotation)
        const comparable =
          exclusionReason === null
            ? toComparableRatings(solution, annotation)
            : { excluded: exclusionReason }
        if ('excluded' in comparable) {
          this.excluded.set(comparable.excluded, (this.excluded.get(comparable.excluded) ?? 0) + 1)
          continue
        }
        if (comparable.isTruncated) this.cut += 1
        this.findOrAddGroup(record, solution.steps ?? []).annotations.push({
          labeler: internName(this.names, annotation.labeler),
          ratings: comparable.ratings,
          submittedAt: annotation.timestamp,
        })
      }
  }

  private findExclusion(
    { stored }: ImportRecord,
    { isQualityControl, isScreening }: { isQualityControl: boolean; isScreening: boolean },
  ): AnnotationExclusionReason | null {
    const { exclude = [] } = this.options
    if (isQualityControl && exclude.includes('quality-control')) return 'quality-control'
    if (isScreening && exclude.includes('screening')) return 'screening'
    return stored && stored.annotation.revision !== stored.solution.revision ? 'other-steps' : null
  }

  private findOrAddGroup(record: ImportRecord, steps: readonly string[]) {
    const names = identifySolution(record, steps)
    let group = this.solutions.get(names.solution)
    if (!group) {
      group = { problem: internName(this.names, names.problem), annotations: [] }
      this.solutions.set(names.solution, group)
    }
    return group
  }
}
