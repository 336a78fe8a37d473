import { z } from 'zod'

import type { ReadContext, RequestRecord } from './input-format'
import { isObject } from './json-value'
import { formatLimits } from './limits'
import { name, prose } from './line-fields'
import { makeProblem, makeSolution, noBlank } from './line-records'
import {
  describeIssues,
  formatPlace,
  placeUnder,
  type PlacedReason,
  type ReadResult,
} from './place'
import { excerptLine } from './read-lines'
import type { SolutionRecord } from './record'

/** The parts of a message: text as it is, or a list of which only those of type `text` are text. */
export const messageContent = z.union([z.string(), z.array(z.looseObject({ text: z.string() }))], {
  error: 'Expected text, or a list of parts with "text".',
})

export function joinContent(content: z.infer<typeof messageContent>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

const choice = z.looseObject({
  message: z
    .looseObject({ content: messageContent.nullish(), refusal: z.string().nullish() })
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
  'A batch does not repeat the problem: send its request file along, which has it under the same "custom_id".'

/**
 * Reads one answer of a batch: its problem is that of the request with the same `custom_id`, each choice is a solution.
 * The body stands in `response.body`, or directly in `response`. What a model thought before its answer is not read.
 * A request that failed or was refused is no solution: its line is refused with what the server said.
 */
export function readBatchLine(value: unknown, { requests }: ReadContext): ReadResult {
  const line = isObject(value) ? value : {}
  const id = name.safeParse(line.custom_id)
  if (!id.success) {
    const reason = 'A text is needed: it names the request that this answers.'
    return refuse({ place: 'custom_id', reason })
  }
  const failure = findFailure(line)
  if (failure) return refuse(failure)
  const { body, path } = findBody(line)
  const checked = batchBody.safeParse(body)
  if (!checked.success) return refuse(...describeBody(body, path, checked.error))
  if (requests === null) return refuse({ place: 'custom_id', reason: noRequests })
  const request = requests.get(id.data)
  if (!request) {
    const reason = `The request file has no request ${JSON.stringify(id.data.slice(0, 80))}.`
    return refuse({ place: 'custom_id', reason })
  }
  return readChoices(checked.data, path, id.data, request)
}

function readChoices(
  body: z.infer<typeof batchBody>,
  path: readonly string[],
  id: string,
  request: RequestRecord,
): ReadResult {
  const solutions: SolutionRecord[] = []
  const problems: PlacedReason[] = []
  for (const [i, one] of body.choices.entries()) {
    const text = readText(one)
    if (typeof text !== 'string') {
      const place = formatPlace([...path, 'choices', i, ...text.path])
      problems.push({ place, reason: text.reason })
      continue
    }
    const metadata: Record<string, unknown> = { custom_id: id }
    if (one.finish_reason != null) metadata.finish_reason = one.finish_reason
    const generator = noBlank(body.model) ?? request.generator
    solutions.push(makeSolution({ text, generator, metadata }))
  }
  if (problems.length > 0) return refuse(...problems)
  const problem = makeProblem(request.problem, { answer: request.answer })
  return { ok: true, record: { problem, solutions } }
}

/** The solution of a choice, or where it has none and why. */
function readText({ message, text }: Choice): string | { path: string[]; reason: string } {
  if (message?.refusal) {
    return { path: ['message', 'refusal'], reason: `The model refused: ${quote(message.refusal)}` }
  }
  const path = message ? ['message', 'content'] : ['text']
  const content = message ? message.content : text
  if (content == null) return { path, reason: 'There is no text: the model gave no answer.' }
  const checked = prose.safeParse(joinContent(content))
  return checked.success
    ? checked.data
    : { path, reason: checked.error.issues[0]?.message ?? 'The text is empty.' }
}

function findFailure(line: Readonly<Record<string, unknown>>): PlacedReason | null {
  const { response, error } = line
  const status = isObject(response) ? response.status_code : undefined
  const isRefused = status !== undefined && status !== 200
  if (error == null && !isRefused && response != null) return null
  const body = isObject(response) ? response.body : null
  const said = findMessage(error) ?? findMessage(body) ?? ''
  const code = isRefused ? ` (status ${typeof status === 'number' ? status : 'unknown'})` : ''
  const place = error == null ? (isRefused ? 'response.status_code' : 'response') : 'error'
  const words = said === '' ? '.' : `: ${quote(said)}`
  return { place, reason: `The server did not answer this request${code}${words}` }
}

/** What a server says of an error: `"…"`, `{message}` or `{error: {message}}`. */
function findMessage(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isObject(value)) return null
  return findMessage(value.message) ?? findMessage(value.error) ?? findMessage(value.code)
}

function findBody({ response }: Readonly<Record<string, unknown>>): {
  body: unknown
  path: string[]
} {
  return isObject(response) && 'body' in response
    ? { body: response.body, path: ['response', 'body'] }
    : { body: response, path: ['response'] }
}

function describeBody(body: unknown, path: readonly string[], error: z.ZodError): PlacedReason[] {
  if (isObject(body) && body.choices === undefined) {
    const kind = typeof body.object === 'string' ? ` (${quote(body.object)})` : ''
    const reason = `This is no completion${kind}: only answers with "choices" hold solutions.`
    return [{ place: formatPlace(path), reason }]
  }
  return placeUnder(path, describeIssues(body, error))
}

function quote(text: string): string {
  return JSON.stringify(excerptLine(text))
}

function refuse(...problems: PlacedReason[]): ReadResult {
  return { ok: false, problems: problems.slice(0, formatLimits.reasonsPerLine) }
}
