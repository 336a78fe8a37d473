import { z } from 'zod'

import { AppError } from '@/lib/platform/errors'

import { joinContent, messageContent } from './batch-line'
import { placeReason } from './excerpt'
import type { RequestRecord } from './input-format'
import { isObject } from './json-value'
import { name, prose, textOrNumber } from './line-fields'
import { noBlank } from './line-records'
import { parseJsonLine } from './parse-json'
import { describeIssues, placeUnder, type PlacedReason } from './place'
import { describeItem, readItems } from './read-items'
import type { LineProblem } from './record'

const plainRequest = z.looseObject({
  custom_id: name,
  problem: prose,
  answer: textOrNumber.nullish(),
  generator: z.string().nullish(),
})

const batchRequest = z.looseObject({
  custom_id: name,
  answer: textOrNumber.nullish(),
  body: z.looseObject({
    model: z.string().nullish(),
    messages: z
      .array(z.looseObject({ role: z.string(), content: messageContent.nullish() }))
      .nullish(),
    prompt: z
      .custom<string>((value) => typeof value === 'string', {
        error: 'Expected one text: a list of prompts is answered under one id.',
      })
      .nullish(),
  }),
})

type Found =
  | { ok: true; id: string; request: RequestRecord }
  | { ok: false; problems: PlacedReason[] }

export interface RequestFile {
  /** By `custom_id`. */
  requests: Map<string, RequestRecord>
  /** At most `requestProblemsMost`. */
  problems: LineProblem[]
}

/** With so many the file is not read on: it is of no use as it is. */
export const requestProblemsMost = 100

/**
 * Reads the requests that a batch answers: the file that was sent to the batch service (the problem is the last message
 * of the user, or the prompt), or lines of `{custom_id, problem, answer}`. A request that stands there twice may say the
 * same twice. All requests are held in memory.
 *
 * @param chunks the file's bytes, unpacked
 * @param throwIfEnded is asked before each request
 * @throws AppError `too_large` when there are more than `maxBytes`
 */
export async function readRequests(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, throwIfEnded = () => {} }: { maxBytes: number; throwIfEnded?: () => void },
): Promise<RequestFile> {
  const requests = new Map<string, RequestRecord>()
  const problems: LineProblem[] = []
  for await (const item of readItems(limitBytes(chunks, maxBytes), { format: 'openai-batch' })) {
    throwIfEnded()
    if (problems.length >= requestProblemsMost) break
    if ('problem' in item) {
      problems.push(item.problem)
      continue
    }
    const found = 'text' in item ? readRequest(item.text) : null
    const reasons = !found ? [] : found.ok ? addRequest(requests, found) : found.problems
    const origin = describeItem(item)
    for (const reason of reasons) problems.push(placeReason(origin, reason))
  }
  return { requests, problems: problems.slice(0, requestProblemsMost) }
}

function addRequest(
  requests: Map<string, RequestRecord>,
  { id, request }: Extract<Found, { ok: true }>,
): PlacedReason[] {
  const before = requests.get(id)
  requests.set(id, before ?? request)
  const isOther = before && JSON.stringify(before) !== JSON.stringify(request)
  const shown = JSON.stringify(id.slice(0, 80))
  const reason = `The request ${shown} stands further up already, with another problem, answer or model.`
  return isOther ? [{ place: 'custom_id', reason }] : []
}

function readRequest(text: string): Found {
  const parsed = parseJsonLine(text)
  if (!parsed.ok) return refuse({ place: parsed.place, reason: parsed.reason })
  const { value } = parsed
  return isObject(value) && 'problem' in value ? readPlain(value) : readBatch(value)
}

function readPlain(value: unknown): Found {
  const checked = plainRequest.safeParse(value)
  if (!checked.success) return refuse(...describeIssues(value, checked.error))
  const { custom_id: id, problem, answer, generator } = checked.data
  return accept(id, problem, answer, generator)
}

function readBatch(value: unknown): Found {
  const checked = batchRequest.safeParse(value)
  if (!checked.success) return refuse(...describeIssues(value, checked.error))
  const { custom_id: id, answer, body } = checked.data
  const asked = body.messages?.findLast(({ role }) => role === 'user')?.content
  const given = asked == null ? body.prompt : joinContent(asked)
  const problem = prose.safeParse(given ?? '')
  if (given != null && problem.success) return accept(id, problem.data, answer, body.model)
  if (given != null && !problem.success) {
    return refuse(...placeUnder(['body'], describeIssues(given, problem.error)))
  }
  const reason = 'There is no problem: a message of the user, or a "prompt", is needed.'
  return refuse({ place: 'body', reason })
}

function accept(
  id: string,
  problem: string,
  answer: string | number | null | undefined,
  generator: string | null | undefined,
): Found {
  const request = {
    problem,
    answer: answer == null ? null : noBlank(String(answer)),
    generator: noBlank(generator),
  }
  return { ok: true, id, request }
}

function refuse(...problems: PlacedReason[]): Found {
  return { ok: false, problems }
}

async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      const message = `The file of requests has more than ${maxBytes} bytes. Split it, and the answers with it.`
      throw new AppError('too_large', message)
    }
    yield chunk
  }
}
