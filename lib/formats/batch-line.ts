import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import type { ReadContext, BatchRequestRecord } from './input-format'
import { isJsonObject } from './json-value'
import { displayedTextField, sourceIdOrNameField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull } from './line-records'
import { makeLineExcerpt } from './read-lines'
import {
  toReadErrors,
  formatLocation,
  prefixLocations,
  type ReadError,
  type ReadResult,
} from './read-result'
import type { SolutionRecord } from './record'

/** Content of a message: text, or a list of parts. */
export const messageContentField = z.union(
  [z.string(), z.array(z.looseObject({ text: z.string() }))],
  {
    error: 'Expected text, or a list of parts with "text".',
  },
)

export function joinMessageContent(content: z.infer<typeof messageContentField>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

const choice = z.looseObject({
  message: z
    .looseObject({ content: messageContentField.nullish(), refusal: z.string().nullish() })
    .nullish(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
})

const batchBody = z.looseObject({
  model: z.string().nullish(),
  choices: z.array(choice).min(1),
})

type Choice = z.infer<typeof choice>

const noRequests =
  'Batch output does not contain the problem. Add the request file, which has it under the same "custom_id".'

/**
 * Reads one response of a batch. Each choice is a solution; the problem comes from the request with the same `custom_id`.
 * The body is in `response.body` or directly in `response`. Reasoning content is not read. Failed requests and the model's
 * refusals are errors that quote the response.
 */
export function readBatchLine(value: unknown, { requests }: ReadContext): ReadResult {
  const line = isJsonObject(value) ? value : {}
  const id = sourceIdOrNameField.safeParse(line.custom_id)
  if (!id.success) {
    const reason = 'Expected text: the id of the request that this line answers.'
    return makeRefusal({ location: 'custom_id', reason })
  }
  const requestError = findRequestError(line)
  if (requestError) return makeRefusal(requestError)
  const { body, path } = findBody(line)
  const checked = batchBody.safeParse(body)
  if (!checked.success) return makeRefusal(...describeBody(body, path, checked.error))
  if (requests === null) return makeRefusal({ location: 'custom_id', reason: noRequests })
  const request = requests.get(id.data)
  if (!request) {
    const reason = `The request file has no request with custom_id ${JSON.stringify(id.data.slice(0, 80))}.`
    return makeRefusal({ location: 'custom_id', reason })
  }
  return readChoices(checked.data, path, id.data, request)
}

function readChoices(
  body: z.infer<typeof batchBody>,
  path: readonly string[],
  id: string,
  request: BatchRequestRecord,
): ReadResult {
  const solutions: SolutionRecord[] = []
  const errors: ReadError[] = []
  for (const [i, completion] of body.choices.entries()) {
    const text = readText(completion)
    if (typeof text !== 'string') {
      const location = formatLocation([...path, 'choices', i, ...text.path])
      errors.push({ location, reason: text.reason })
      continue
    }
    const metadata: Record<string, unknown> = { custom_id: id }
    if (completion.finish_reason != null) metadata.finish_reason = completion.finish_reason
    const generator = blankToNull(body.model) ?? request.generator
    solutions.push(makeSolutionRecord({ text, generator, metadata }))
  }
  if (errors.length > 0) return makeRefusal(...errors)
  const problem = makeProblemRecord(request.problem, { answer: request.answer })
  return { ok: true, record: { problem, solutions } }
}

/** The text of a choice, or why it has none. */
function readText({ message, text }: Choice): string | { path: string[]; reason: string } {
  if (message?.refusal) {
    return {
      path: ['message', 'refusal'],
      reason: `The model refused to answer: ${quote(message.refusal)}`,
    }
  }
  const path = message ? ['message', 'content'] : ['text']
  const content = message ? message.content : text
  if (content == null) return { path, reason: 'The response has no text.' }
  const checked = displayedTextField.safeParse(joinMessageContent(content))
  return checked.success
    ? checked.data
    : { path, reason: checked.error.issues[0]?.message ?? 'The text is empty.' }
}

function findRequestError(line: Readonly<Record<string, unknown>>): ReadError | null {
  const { response, error } = line
  const status = isJsonObject(response) ? response.status_code : undefined
  const hasErrorStatus = status !== undefined && status !== 200
  if (error == null && !hasErrorStatus && response != null) return null
  const body = isJsonObject(response) ? response.body : null
  const serverMessage = findMessage(error) ?? findMessage(body) ?? ''
  const code = hasErrorStatus ? ` (status ${typeof status === 'number' ? status : 'unknown'})` : ''
  const location = error == null ? (hasErrorStatus ? 'response.status_code' : 'response') : 'error'
  const detail = serverMessage === '' ? '.' : `: ${quote(serverMessage)}`
  return { location, reason: `The request failed${code}${detail}` }
}

/** The message of an error: `"…"`, `{message}` or `{error: {message}}`; else its code. */
function findMessage(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isJsonObject(value)) return null
  return findMessage(value.message) ?? findMessage(value.error) ?? findMessage(value.code)
}

function findBody({ response }: Readonly<Record<string, unknown>>): {
  body: unknown
  path: string[]
} {
  return isJsonObject(response) && 'body' in response
    ? { body: response.body, path: ['response', 'body'] }
    : { body: response, path: ['response'] }
}

function describeBody(body: unknown, path: readonly string[], error: z.ZodError): ReadError[] {
  if (isJsonObject(body) && body.choices === undefined) {
    const kind = typeof body.object === 'string' ? ` (${quote(body.object)})` : ''
    const reason = `Not a completion${kind}: only responses with "choices" have solutions.`
    return [{ location: formatLocation(path), reason }]
  }
  return prefixLocations(path, toReadErrors(body, error))
}

function quote(text: string): string {
  return JSON.stringify(makeLineExcerpt(text))
}

function makeRefusal(...errors: ReadError[]): ReadResult {
  return { ok: false, errors: errors.slice(0, importLineLimits.reasonsPerLine) }
}
