/** What the log records about an error. */
export interface ErrorLogFields {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorLogFields
}

const messageMaxLength = 1_000
const maxCauses = 3

/**
 * Describes an error for the log: type, location and message without values. Prisma quotes the arguments of a call,
 * and PostgreSQL quotes invalid values and duplicate keys. Any of them may be private or secret.
 */
export function describeErrorForLog(error: unknown, depth = 0): ErrorLogFields {
  if (!(error instanceof Error)) return { type: typeof error, message: hideValues(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  // The stack starts with the message, in which a value may contain lines that look like stack frames.
  const trace = (error.stack ?? '').replace(error.message, '')
  const stack = trace.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: hideValues(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(stack.length > 0 ? { stack: stack.join('\n') } : {}),
    ...(error.cause !== undefined && depth < maxCauses
      ? { cause: describeErrorForLog(error.cause, depth + 1) }
      : {}),
  }
}

/** An error of another thread, which logs and messages describe in the same way. */
export function makeErrorFromLogFields({
  type,
  message,
  code,
  stack,
  cause,
}: ErrorLogFields): Error {
  const error = new Error(message, cause && { cause: makeErrorFromLogFields(cause) })
  return Object.assign(error, { name: type, stack: `${message}\n${stack ?? ''}`, code })
}

/** Delimiters of values. Matches up to the last closing delimiter, because PostgreSQL does not escape values. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/: "[^]*"/, ': "…"'],
  [/\bvalue "[^]*"/, 'value "…"'],
  [/=\([^]*\)/, '=(…)'],
  [/\bcontains \([^]*\)/, 'contains (…)'],
]

/** Everything before the last paragraph is Prisma's rendering of the call. Raw SQL contains no values. */
function hideValues(message: string): string {
  const isPrismaRendering = /^\s*Invalid `.*` invocation/.test(message)
  const isRaw = /^\s*Invalid `[^`]*\$\w+\(\)` invocation/.test(message)
  const visibleMessage = isPrismaRendering && !isRaw ? readLastParagraph(message) : message
  return replacements
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), visibleMessage)
    .slice(0, messageMaxLength)
}

/** A value may contain paragraphs, so values are removed first. */
function readLastParagraph(message: string): string {
  const paragraphs = message
    .replace(/"[^]*"/, '"…"')
    .trim()
    .split(/\n\s*\n|\n(?=\S)/)
  return paragraphs.at(-1) ?? ''
}
