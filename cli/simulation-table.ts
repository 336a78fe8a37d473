import type { CheckpointSummary, MeanEstimate, PolicySummary } from '@/lib/rounds/summarise-runs'

const heading = [
  'policy',
  'solutions',
  'steps read',
  'errors',
  'errors/100 steps',
  'vs random',
  'step AUC',
  'vs random',
  'at equal steps',
]
/** Maximum rows per policy. */
const maxCheckpoints = 4

/** Rows for some checkpoints of each policy, including the first and last. [low, high] is the 95% interval over seeds. */
export function formatSimulationTable(policies: readonly PolicySummary[]): string[][] {
  return [
    heading,
    ...policies.flatMap(({ policy, checkpoints }) =>
      pickSome(checkpoints).map((checkpoint, i) => describe(i === 0 ? policy : '', checkpoint)),
    ),
  ]
}

function pickSome<T>(items: readonly T[]): T[] {
  if (items.length <= maxCheckpoints) return [...items]
  const toIndex = (i: number) => Math.round((i * (items.length - 1)) / (maxCheckpoints - 1))
  return Array.from({ length: maxCheckpoints }, (_, i) => items[toIndex(i)]!)
}

function describe(policy: string, checkpoint: CheckpointSummary): string[] {
  const { labelled, stepsRead, errors, errorsPerHundred, stepAuc, difference } = checkpoint
  return [
    policy,
    String(labelled),
    stepsRead.mean.toFixed(0),
    errors.mean.toFixed(0),
    write(errorsPerHundred, 1),
    writeDifference(difference?.errorsPerHundred, 1),
    write(stepAuc, 3),
    writeDifference(difference?.stepAuc, 3),
    writeDifference(difference?.stepAucAtEqualSteps, 3),
  ]
}

const write = (value: MeanEstimate | null | undefined, digits: number) =>
  value == null
    ? '-'
    : `${value.mean.toFixed(digits)}${writeInterval(value, (each) => each.toFixed(digits))}`

const writeDifference = (value: MeanEstimate | null | undefined, digits: number) =>
  value == null
    ? '-'
    : `${sign(value.mean, digits)}${writeInterval(value, (each) => sign(each, digits))}`

const writeInterval = ({ low, high }: MeanEstimate, format: (value: number) => string) =>
  low === null || high === null ? '' : ` [${format(low)}, ${format(high)}]`

const sign = (value: number, digits: number) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`
