import { z } from '@/lib/platform/contract'
import type { ModelServerSettings } from '@/lib/scoring/model-server-settings'
import { type SolutionToScore, type ScorerProtocol, makeReplyScoresError } from './connector'
import { escapeStepTags } from './escape-step-tags'

type Settings = Extract<ModelServerSettings, { connector: 'vllm-pooling' }>

const replyField = z.object({
  data: z.array(z.object({ data: z.array(z.array(z.number())) })).length(1),
})

/** How far a row of probabilities may be from a sum of 1: servers compute in 16 bits. */
const sumTolerance = 0.02

/**
 * vLLM's `/pooling` for process reward models. A tag follows each step, and the reply has one row for each tag
 * (vllm/entrypoints/pooling; Qwen2.5-Math-PRM with `messages`, Math-Shepherd with `text`).
 */
export const vllmPoolingConnector: ScorerProtocol<Settings> = {
  version: 2,
  writeRequests: (settings, solution) => [
    {
      path: '/pooling',
      body:
        settings.requestFormat === 'messages'
          ? writeMessages(settings, solution)
          : writeText(settings, solution),
    },
  ],
  readReplies({ positiveColumn }, { steps }, [reply]) {
    const parsed = replyField.safeParse(reply)
    const rows = parsed.success ? parsed.data.data[0]?.data : undefined
    if (!rows)
      return makeReplyScoresError(
        'The reply has no step scores. Check that the server runs a process reward model.',
      )
    if (rows.length !== steps.length)
      return makeReplyScoresError(
        `The server returned ${rows.length} scores for ${steps.length} steps.`,
      )
    const shortRow = rows.findIndex((row) => row.length < 2)
    if (shortRow !== -1)
      return makeReplyScoresError(
        `Step ${shortRow + 1}: the reply has a row of ${rows[shortRow]!.length} instead of 2 (P(wrong), P(correct)). Check that the model returns both.`,
      )
    return { ok: true, scores: rows.map((row) => readRow(row)[positiveColumn]!) }
  },
}

function writeMessages({ model, stepTag, system }: Settings, { problem, steps }: SolutionToScore) {
  const breakTags = (text: string) => escapeStepTags(text, stepTag)
  return {
    model,
    task: 'token_classify',
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: breakTags(problem) },
      { role: 'assistant', content: steps.map((step) => `${breakTags(step)}${stepTag}`).join('') },
    ],
  }
}

/** The format of Math-Shepherd's training data: `Step 1: ... ки`. */
function writeText({ model, stepTag }: Settings, { problem, steps }: SolutionToScore) {
  const breakTags = (text: string) => escapeStepTags(text, stepTag)
  const lines = steps.map((step, i) => {
    const isNumbered = /^\s*Step \d+\s*:/i.test(step)
    return `${isNumbered ? '' : `Step ${i + 1}: `}${breakTags(step)} ${stepTag}`
  })
  return { model, input: `${breakTags(problem)} ${lines.join('\n')}` }
}

/** The probabilities of a row. Logits are converted. */
function readRow(row: readonly number[]): number[] {
  const sum = row.reduce((total, value) => total + value, 0)
  const areProbabilities =
    row.every((value) => value >= 0 && value <= 1) && Math.abs(sum - 1) <= sumTolerance
  if (areProbabilities) return [...row]
  const maxValue = Math.max(...row)
  const powers = row.map((value) => Math.exp(value - maxValue))
  const total = powers.reduce((all, value) => all + value, 0)
  return powers.map((value) => value / total)
}
