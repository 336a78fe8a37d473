import { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import { joinMessageContent, messageContentField } from './batch-line'
import { buildLineError } from './excerpt'
import type { BatchRequestRecord } from './input-format'
import { isJsonObject } from './json-value'
import { displayedTextField, sourceIdOrNameField, textOrNumberField } from './line-fields'
import { blankToNull } from './line-records'
import { parseJsonLine } from './parse-json'
import { getItemPosition, readItems } from './read-items'
import { toReadErrors, prefixLocations, type ReadError } from './read-result'
import type { LineError } from './record'

const plainRequest = z.looseObject({
  custom_id: sourceIdOrNameField,
  problem: displayedTextField,
  answer: textOrNumberField.nullish(),
  generator: z.string().nullish(),
})

const batchRequest = z.looseObject({
  custom_id: sourceIdOrNameField,
  answer: textOrNumberField.nullish(),
  body: z.looseObject({
    model: z.string().nullish(),
    messages: z
      .array(z.looseObject({ role: z.string(), content: messageContentField.nullish() }))
      .nullish(),
    prompt: z
      .custom<string>((value) => typeof value === 'string', {
        error:
          'Expected one prompt as text. Responses to a list of prompts would all have the same id.',
      })
      .nullish(),
  }),
})

type RequestResult =
  | { ok: true; id: string; request: BatchRequestRecord }
  | { ok: false; errors: ReadError[] }

export interface BatchRequestFile {
  /** By `custom_id`. */
  requests: Map<string, BatchRequestRecord>
  /** At most `maxRequestErrors`. */
  errors: LineError[]
}

/** Reading stops at this many errors. */
export const maxRequestErrors = 100

/**
 * Reads the requests of a batch: the file sent to the batch service (the problem is the last user
 * message, or the prompt), or lines of `{custom_id, problem, answer, generator}`. A repeated request
 * must have the same content. All requests are in memory.
 *
 * @param chunks the uncompressed bytes of the file
 * @param throwIfEnded called before each request; throws to stop reading, for example when the import was cancelled
 * @throws AppError `too_large` above `maxBytes`
 */
export async function parseBatchRequests(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, throwIfEnded = () => {} }: { maxBytes: number; throwIfEnded?: () => void },
): Promise<BatchRequestFile> {
  const requests = new Map<string, BatchRequestRecord>()
  const errors: LineError[] = []
  for await (const item of readItems(limitBytes(chunks, maxBytes), { format: 'openai-batch' })) {
    throwIfEnded()
    if (errors.length >= maxRequestErrors) break
    if ('error' in item) {
      errors.push(item.error)
      continue
    }
    const result = 'text' in item ? readRequest(item.text) : null
    const readErrors = !result ? [] : result.ok ? addRequest(requests, result) : result.errors
    const position = getItemPosition(item)
    for (const error of readErrors) errors.push(buildLineError(position, error))
  }
  return { requests, errors: errors.slice(0, maxRequestErrors) }
}

function addRequest(
  requests: Map<string, BatchRequestRecord>,
  { id, request }: Extract<RequestResult, { ok: true }>,
): ReadError[] {
  const earlier = requests.get(id)
  requests.set(id, earlier ?? request)
  const isDifferent = earlier && JSON.stringify(earlier) !== JSON.stringify(request)
  const shortId = JSON.stringify(id.slice(0, 80))
  const reason = `The request ${shortId} occurs twice, with different problems, answers or models.`
  return isDifferent ? [{ location: 'custom_id', reason }] : []
}

function readRequest(text: string): RequestResult {
  const parsed = parseJsonLine(text)
  if (!parsed.ok) return makeRefusal({ location: parsed.location, reason: parsed.reason })
  const { value } = parsed
  return isJsonObject(value) && 'problem' in value ? readPlain(value) : readBatch(value)
}

function readPlain(value: unknown): RequestResult {
  const checked = plainRequest.safeParse(value)
  if (!checked.success) return makeRefusal(...toReadErrors(value, checked.error))
  const { custom_id: id, problem, answer, generator } = checked.data
  return makeRequest(id, problem, answer, generator)
}

function readBatch(value: unknown): RequestResult {
  const checked = batchRequest.safeParse(value)
  if (!checked.success) return makeRefusal(...toReadErrors(value, checked.error))
  const { custom_id: id, answer, body } = checked.data
  const lastUserMessage = body.messages?.findLast(({ role }) => role === 'user')?.content
  const prompt = lastUserMessage == null ? body.prompt : joinMessageContent(lastUserMessage)
  const problem = displayedTextField.safeParse(prompt ?? '')
  if (prompt != null && problem.success) return makeRequest(id, problem.data, answer, body.model)
  if (prompt != null && !problem.success) {
    return makeRefusal(...prefixLocations(['body'], toReadErrors(prompt, problem.error)))
  }
  const reason = 'No problem found. Expected a user message or a "prompt".'
  return makeRefusal({ location: 'body', reason })
}

function makeRequest(
  id: string,
  problem: string,
  answer: string | number | null | undefined,
  generator: string | null | undefined,
): RequestResult {
  const request = {
    problem,
    answer: answer == null ? null : blankToNull(String(answer)),
    generator: blankToNull(generator),
  }
  return { ok: true, id, request }
}

function makeRefusal(...errors: ReadError[]): RequestResult {
  return { ok: false, errors }
}

async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      const message = `The request file is larger than ${maxBytes / 1024 ** 2} MiB (uncompressed). Split it, and the responses in the same way.`
      throw new AppError('too_large', message)
    }
    yield chunk
  }
}
