import { AppError } from '@/lib/platform/errors'

import { csvOutput } from './csv-rows'
import type { NeutralPolicy, OutputFormatName } from './format-names'
import { mathShepherdOutput } from './math-shepherd'
import type { LabelsFormat, OutputFormat } from './output-format'
import { preferenceOutput } from './preference'
import { writePrm800kLine } from './prm800k'
import { processbenchOutput } from './processbench'
import { qwenPrmOutput } from './qwen-prm'
import type { LabellingRecord, LabelsRecord } from './record'
import { rlhflowOutput } from './rlhflow'
import { writeStepmarkLine } from './stepmark'
import { trlStepwiseOutput } from './trl-stepwise'

/** How each format is written that has a place for labels alone. */
export const labelsFormats: Readonly<Record<Exclude<OutputFormatName, 'stepmark'>, LabelsFormat>> =
  {
    prm800k: {
      extension: 'jsonl',
      mediaType: 'application/x-ndjson',
      needsNeutral: false,
      header: null,
      write: ({ problem, solution, labelling }) => [
        writePrm800kLine(problem, solution, rebuildLabelling(labelling)),
      ],
    },
    'trl-stepwise': trlStepwiseOutput,
    processbench: processbenchOutput,
    'math-shepherd': mathShepherdOutput,
    rlhflow: rlhflowOutput,
    'qwen-prm': qwenPrmOutput,
    preference: preferenceOutput,
    csv: csvOutput,
  }

/** How each format is written. */
export const outputFormats: Readonly<Record<OutputFormatName, OutputFormat>> = {
  ...labelsFormats,
  stepmark: {
    extension: 'jsonl',
    mediaType: 'application/x-ndjson',
    needsNeutral: false,
    header: null,
    write: (record) => [writeStepmarkLine(record)],
  },
}

/** @throws AppError `invalid_input` where the format knows only right and wrong and no policy was chosen */
export function requireNeutral(format: OutputFormatName, neutral: NeutralPolicy | null): void {
  if (!outputFormats[format].needsNeutral || neutral !== null) return
  const message =
    `The format ${format} knows only right and wrong: choose what becomes of neutral ratings (positive, negative ` +
    'or drop). Nothing was written.'
  throw new AppError('invalid_input', message)
}

/** PRM800K always has a time: this one stands where none is known. */
const noTime = '1970-01-01T00:00:00'

function rebuildLabelling(labelling: LabelsRecord['labelling']): LabellingRecord {
  const { recordedAt, submittedAt, humanOptions } = labelling
  return {
    labeler: labelling.labeler,
    timestamp: recordedAt ?? (submittedAt === null ? noTime : writeIsoformat(submittedAt)),
    generation: labelling.generation,
    isQualityControl: labelling.isQualityControl,
    isScreening: labelling.isScreening,
    finishReason: labelling.finishReason,
    totalTimeMs: labelling.totalTimeMs,
    ratings: labelling.ratings,
    flagged: labelling.flagged,
    chosen: labelling.chosen,
    offered: labelling.offered,
    optionRatings: labelling.optionRatings,
    humanOptions: humanOptions.map(({ correctedRating, ...option }) => ({
      ...option,
      correctedRating: correctedRating ?? undefined,
    })),
  }
}

/** As Python's isoformat writes a time without a zone: microseconds only where there are any. */
function writeIsoformat(time: string): string {
  return time.replace(/Z$/, '').replace(/\.0+$/, '')
}
