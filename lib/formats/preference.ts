import { isRight, listShownOptions, type ShownOption, takePolicy } from './label-path'
import type { NeutralPolicy } from './format-names'
import type { LabelsFormat, WriteOptions } from './output-format'
import type { Flow, LabelsRecord } from './record'

/** Stands between steps, as in what generators write. */
const betweenSteps = '\n\n'

/**
 * Pairs of texts that go the same way up to one step: `rejected` goes on with an option that was rated negative,
 * `chosen` with a better one. Better is +1, and 0 where neutral counts as positive.
 *
 * - Flow `solution`: at the first error, the solution's own step against each better alternative.
 * - Flow `step_choice`: at each step, what the path went on with against each negative option.
 */
function* writePreference(record: LabelsRecord, options: WriteOptions): Generator<string> {
  const neutral = takePolicy(options)
  const { problem, solution } = record
  const prefix: string[] = []
  for (const shown of listShownOptions(record)) {
    const { better, wrong } = pickSides(solution.flow, shown, neutral)
    for (const good of better)
      for (const bad of wrong) {
        const [chosen, rejected] = [good, bad].map(({ text }) =>
          [...prefix, text].join(betweenSteps),
        )
        yield JSON.stringify({ prompt: problem.statement, chosen, rejected })
      }
    const onPath = findOnPath(solution.flow, shown)
    if (!onPath || onPath.rating === null || onPath.rating === -1) break
    prefix.push(onPath.text)
  }
}

function findOnPath(flow: Flow, shown: readonly ShownOption[]): ShownOption | undefined {
  return flow === 'solution' ? shown[0] : shown.find(({ isChosen }) => isChosen)
}

function pickSides(flow: Flow, shown: readonly ShownOption[], neutral: NeutralPolicy) {
  const isBetter = ({ rating }: ShownOption) => rating !== null && isRight(rating, neutral)
  const onPath = findOnPath(flow, shown)
  if (flow === 'solution') {
    const isError = onPath?.rating === -1
    return isError ? { better: shown.slice(1).filter(isBetter), wrong: [onPath] } : noSides
  }
  if (!onPath || !isBetter(onPath)) return noSides
  return { better: [onPath], wrong: shown.filter(({ rating }) => rating === -1) }
}

const noSides: { better: ShownOption[]; wrong: ShownOption[] } = { better: [], wrong: [] }

export const preferenceOutput: LabelsFormat = {
  extension: 'jsonl',
  mediaType: 'application/x-ndjson',
  needsNeutral: true,
  header: null,
  write: writePreference,
}
