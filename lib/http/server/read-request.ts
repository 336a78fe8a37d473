import type { Contract, z } from '@/lib/platform/contract'
import { describeInputIssue } from '@/lib/platform/describe-input-issue'
import { AppError } from '@/lib/platform/errors'
import { sendsInputInQuery } from '@/lib/platform/sends-input-in-query'
import { findRepeatedJsonKey } from './find-repeated-json-key'
import { streamAndDrainBody } from './stream-and-drain-body'

/** Fits an annotation of 5,000 steps with its events. Files are uploaded separately. */
const bodyMaxBytes = 2 * 1024 * 1024
const maxErrorCharacters = 300

/**
 * Reads the whole input of a call into one object that matches its contract. Otherwise throws `invalid_input`, with the
 * location and the reason of at most 20 errors.
 */
export async function readCallInput(
  contract: Contract,
  request: Request,
  pathParameters: Record<string, string>,
): Promise<Record<string, unknown>> {
  const otherInput = sendsInputInQuery(contract.method, contract.accepts)
    ? readQuery(new URL(request.url).searchParams)
    : await readJsonBody(request, hasRequiredField(contract, pathParameters))
  rejectPrototypes(otherInput)
  const parsed = contract.input.safeParse({ ...otherInput, ...pathParameters })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
    location: shorten(
      issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''),
    ),
    reason: shorten(describeInputIssue(contract.input, issue)),
  }))
  const first = issues[0]
  throw new AppError(
    'invalid_input',
    first ? `${first.location}: ${first.reason}` : 'Invalid input.',
    {
      issues,
    },
  )
}

/** Whether the body must contain anything. */
function hasRequiredField(contract: Contract, pathParameters: Record<string, string>): boolean {
  return Object.entries<z.ZodType>(contract.input.shape).some(
    ([name, field]) => !(name in pathParameters) && !field.safeParse(undefined).success,
  )
}

/** The schemas reject every other unknown name, but zod skips `__proto__`. */
function rejectPrototypes(input: object): void {
  const parts: unknown[] = [input]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part !== 'object' || part === null) continue
    if (Object.hasOwn(part, '__proto__')) {
      const reason = 'Unrecognized key: "__proto__"'
      const issues = [{ location: '__proto__', reason }]
      throw new AppError('invalid_input', `__proto__: ${reason}`, { issues })
    }
    for (const value of Object.values(part)) parts.push(value)
  }
}

/** Unknown names come from the sender: 2 MB of them would appear in the response several times. */
const shorten = (text: string) =>
  text.length > maxErrorCharacters ? `${text.slice(0, maxErrorCharacters)}...`.toWellFormed() : text

/** Throws if a parameter is repeated: a proxy may have checked the other value. */
function readQuery(query: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string>()
  for (const [name, value] of query) {
    if (values.has(name)) throw makeRepeatedError(name)
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

function makeRepeatedError(name: string): AppError {
  const issues = [{ location: name, reason: 'is given twice' }]
  return new AppError('invalid_input', `${name} is given twice.`, { issues })
}

async function readJsonBody(
  request: Request,
  isExpected: boolean,
): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type')
  if (type === null && !isExpected && request.body === null) return {}
  if (type === null ? isExpected : !/^application\/json(;|$)/i.test(type))
    throw makeMediaTypeError()
  const text = await readText(request)
  if (text.trim() === '' && !isExpected) return {}
  if (type === null) throw makeMediaTypeError()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'The body is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_input', 'The body must be a JSON object.')
  const repeatedKey = findRepeatedJsonKey(text)
  if (repeatedKey !== null) {
    const [location, reason] = [shorten(repeatedKey), 'occurs twice in the same object']
    throw new AppError('invalid_input', `${location} ${reason}. Send each key once.`, {
      issues: [{ location, reason }],
    })
  }
  return value as Record<string, unknown>
}

const makeMediaTypeError = () =>
  new AppError('unsupported_media_type', 'Send JSON with the content type application/json.')

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of readBodyChunks(request)) {
      bytes += chunk.length
      if (bytes > bodyMaxBytes)
        throw new AppError('too_large', `The body is larger than ${bodyMaxBytes} bytes.`)
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new AppError('invalid_input', 'The body is not UTF-8.')
    throw error
  }
}

/** The body's bytes as they arrive. Throws if the body is shorter than announced. */
export async function* readBodyChunks(request: Request): AsyncGenerator<Uint8Array> {
  const contentLength = request.headers.get('content-length')
  let receivedLength = 0
  for await (const chunk of request.body === null ? [] : streamAndDrainBody(request.body)) {
    receivedLength += chunk.length
    yield chunk
  }
  if (contentLength !== null && Number(contentLength) !== receivedLength)
    throw new AppError(
      'invalid_input',
      `The body ended after ${receivedLength} of ${contentLength} bytes. Nothing was changed. Send it again.`,
    )
}
