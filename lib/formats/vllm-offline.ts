import { z } from 'zod'
import type { ReadContext, BatchRequestRecord } from './input-format'
import { displayedTextField, sourceIdOrNameField, textOrNumberField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

const output = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.looseObject({ text: displayedTextField, finish_reason: z.string().nullish() }),
)

const offlineLine = z.looseObject({
  custom_id: sourceIdOrNameField.nullish(),
  request_id: textOrNumberField.nullish(),
  prompt: displayedTextField.nullish(),
  answer: z.string().nullish(),
  model: z.string().nullish(),
  outputs: z.array(output).min(1),
})

/** Includes unused parts of a request: its tokens, and how it was served. */
const knownKeys: ReadonlySet<string> = new Set([
  ...Object.keys(offlineLine.shape),
  ...['prompt_token_ids', 'prompt_logprobs', 'encoder_prompt', 'encoder_prompt_token_ids'],
  ...['finished', 'metrics', 'lora_request', 'num_cached_tokens', 'multi_modal_placeholders'],
  ...['kv_transfer_params'],
])

/**
 * Reads one request as returned by vLLM's `generate` and `chat`, dumped as JSON: each of `outputs`
 * is a solution. The problem is that of the request with the same id if a request file was sent,
 * else the prompt.
 */
export function readVllmOfflineLine(value: unknown, { requests }: ReadContext): ReadResult {
  const checked = offlineLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const id = line.custom_id ?? (line.request_id == null ? null : String(line.request_id))
  const idKey = line.custom_id == null ? 'request_id' : 'custom_id'
  const request = id === null ? undefined : requests?.get(id)
  if (requests && id !== null && !request) {
    const reason = `The request file has no request with id ${JSON.stringify(id.slice(0, 80))}.`
    return { ok: false, errors: [{ location: idKey, reason }] }
  }
  const statement = request?.problem ?? line.prompt
  if (statement == null) {
    const reason =
      'No problem found. Add a "prompt", or a request file that has it under the same id.'
    return { ok: false, errors: [{ location: 'prompt', reason }] }
  }
  const solutions = line.outputs.map(({ text, finish_reason: finishReason }) =>
    makeSolutionRecord({
      text,
      generator: blankToNull(line.model) ?? request?.generator ?? null,
      metadata: {
        ...(id !== null && { [idKey]: id }),
        ...(finishReason != null && { finish_reason: finishReason }),
      },
    }),
  )
  const problem = makeProblemRecord(statement, {
    answer: findAnswer(line.answer, request),
    metadata: pickUnknownKeys(line, knownKeys),
  })
  return { ok: true, record: { problem, solutions } }
}

const findAnswer = (answer: string | null | undefined, request: BatchRequestRecord | undefined) =>
  blankToNull(answer) ?? request?.answer ?? null
