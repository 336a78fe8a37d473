import { defaultPromptSeparator, type NeutralPolicy, type PromptSeparator } from './format-names'
import {
  countsAsCorrect,
  listDisplayedOptions,
  type DisplayedOption,
  requireNeutralPolicy,
} from './label-path'
import { binaryJsonLines, type LabelsOutputFormat, type WriteOptions } from './output-format'
import type { Flow, LabelsRecord } from './record'

/** Separates steps, as in generators' output. */
const betweenSteps = '\n\n'

const lineBreakCounts: Readonly<Record<PromptSeparator, number>> = {
  'blank-line': 2,
  'line-break': 1,
  none: 0,
}

/**
 * The prompt with the line breaks that are missing between it and both texts, because trainers join
 * them as they are. The line breaks end the prompt: tokenisers merge them with the punctuation before
 * them, and both texts must begin with a token of their own.
 */
function endPrompt(
  statement: string,
  texts: readonly string[],
  separator: PromptSeparator = defaultPromptSeparator,
): string {
  const breaksBefore = countLineBreaks(statement.slice(statement.trimEnd().length))
  const breaksAfter = Math.min(
    ...texts.map((text) => countLineBreaks(text.slice(0, text.length - text.trimStart().length))),
  )
  return (
    statement + '\n'.repeat(Math.max(0, lineBreakCounts[separator] - breaksBefore - breaksAfter))
  )
}

const countLineBreaks = (text: string) => text.split('\n').length - 1

/**
 * Pairs of texts that are the same up to one step: `rejected` continues with a negative option,
 * `chosen` with a better one. Better is +1, and 0 if neutral counts as positive.
 *
 * - Flow `solution`: at the first error, the solution's own step against each better alternative.
 * - Flow `step_choice`: at each step, the option that the path continued with against each negative
 * option.
 */
function* writePreference(record: LabelsRecord, options: WriteOptions): Generator<string> {
  const neutral = requireNeutralPolicy(options)
  const { problem, solution } = record
  const prefix: string[] = []
  for (const displayed of listDisplayedOptions(record)) {
    const { better, wrong } = pickSides(solution.flow, displayed, neutral)
    for (const good of better)
      for (const bad of wrong) {
        const texts = [good, bad].map(({ text }) => [...prefix, text].join(betweenSteps))
        const prompt = endPrompt(problem.statement, texts, options.promptSeparator)
        yield JSON.stringify({ prompt, chosen: texts[0], rejected: texts[1] })
      }
    const onPath = findOnPath(solution.flow, displayed)
    if (!onPath || onPath.rating === null || onPath.rating === -1) break
    prefix.push(onPath.text)
  }
}

function findOnPath(
  flow: Flow,
  displayed: readonly DisplayedOption[],
): DisplayedOption | undefined {
  return flow === 'solution' ? displayed[0] : displayed.find(({ isChosen }) => isChosen)
}

function pickSides(flow: Flow, displayed: readonly DisplayedOption[], neutral: NeutralPolicy) {
  const isBetter = ({ rating }: DisplayedOption) =>
    rating !== null && countsAsCorrect(rating, neutral)
  const onPath = findOnPath(flow, displayed)
  if (flow === 'solution') {
    const isError = onPath?.rating === -1
    return isError ? { better: displayed.slice(1).filter(isBetter), wrong: [onPath] } : noSides
  }
  if (!onPath || !isBetter(onPath)) return noSides
  return { better: [onPath], wrong: displayed.filter(({ rating }) => rating === -1) }
}

const noSides: { better: DisplayedOption[]; wrong: DisplayedOption[] } = { better: [], wrong: [] }

export const preferenceOutput: LabelsOutputFormat = {
  ...binaryJsonLines,
  identifyingKeys: ['prompt', 'chosen', 'rejected'],
  write: writePreference,
  hasLabelsAfterError: () => false,
}
