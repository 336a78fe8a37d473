import type {
  CheckpointSummary,
  MeanEstimate,
  SimulatedPolicySummary,
} from '@/lib/rounds/summarise-simulated-runs'

const headerRow = [
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
export function formatSimulationTable(policies: readonly SimulatedPolicySummary[]): string[][] {
  return [
    headerRow,
    ...policies.flatMap(({ policy, checkpoints }) =>
      pickEvenly(checkpoints).map((checkpoint, i) => formatRow(i === 0 ? policy : '', checkpoint)),
    ),
  ]
}

function pickEvenly<T>(items: readonly T[]): T[] {
  if (items.length <= maxCheckpoints) return [...items]
  const toIndex = (i: number) => Math.round((i * (items.length - 1)) / (maxCheckpoints - 1))
  return Array.from({ length: maxCheckpoints }, (_, i) => items[toIndex(i)]!)
}

function formatRow(policy: string, checkpoint: CheckpointSummary): string[] {
  const { labelled, stepsRead, errors, errorsPerHundred, stepAuc, difference } = checkpoint
  return [
    policy,
    String(labelled),
    stepsRead.mean.toFixed(0),
    errors.mean.toFixed(0),
    formatEstimate(errorsPerHundred, 1),
    formatDifference(difference?.errorsPerHundred, 1),
    formatEstimate(stepAuc, 3),
    formatDifference(difference?.stepAuc, 3),
    formatDifference(difference?.stepAucAtEqualSteps, 3),
  ]
}

const formatEstimate = (value: MeanEstimate | null | undefined, digits: number) =>
  value == null
    ? '-'
    : `${value.mean.toFixed(digits)}${formatInterval(value, (bound) => bound.toFixed(digits))}`

const formatDifference = (value: MeanEstimate | null | undefined, digits: number) =>
  value == null
    ? '-'
    : `${formatSigned(value.mean, digits)}${formatInterval(value, (bound) => formatSigned(bound, digits))}`

const formatInterval = ({ low, high }: MeanEstimate, format: (value: number) => string) =>
  low === null || high === null ? '' : ` [${format(low)}, ${format(high)}]`

const formatSigned = (value: number, digits: number) =>
  `${value > 0 ? '+' : ''}${value.toFixed(digits)}`
