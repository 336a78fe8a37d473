/** What the log says of an error. */
export interface DescribedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

const messageMaxLength = 1_000
const causesMax = 3

/**
 * An error as the log may keep it: what kind, where, and its message without the values in it. Prisma repeats the call
 * with its arguments, PostgreSQL the value that it could not read or the key that was there already: any of them can be a
 * text that someone wrote, or a secret.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hideValues(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  // It begins with the message, in which a value may have lines that look like places.
  const trace = (error.stack ?? '').replace(error.message, '')
  const stack = trace.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: hideValues(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(stack.length > 0 ? { stack: stack.join('\n') } : {}),
    ...(error.cause !== undefined && depth < causesMax
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

/** What a value may stand in, up to the last sign of its kind: PostgreSQL writes it as it is, with any signs in it. */
const places: readonly (readonly [RegExp, string])[] = [
  [/: "[^]*"/, ': "…"'],
  [/\bvalue "[^]*"/, 'value "…"'],
  [/=\([^]*\)/, '=(…)'],
  [/\bcontains \([^]*\)/, 'contains (…)'],
]

/** Of Prisma's, everything before the last paragraph is a picture of the call; of SQL that we wrote it holds no values. */
function hideValues(message: string): string {
  const isPicture = /^\s*Invalid `.*` invocation/.test(message)
  const isRaw = /^\s*Invalid `[^`]*\$\w+\(\)` invocation/.test(message)
  const visibleMessage = isPicture && !isRaw ? readLastParagraph(message) : message
  return places
    .reduce((text, [place, instead]) => text.replace(place, instead), visibleMessage)
    .slice(0, messageMaxLength)
}

/** A value may have paragraphs of its own, so that all are taken out first. */
function readLastParagraph(message: string): string {
  const paragraphs = message
    .replace(/"[^]*"/, '"…"')
    .trim()
    .split(/\n\s*\n|\n(?=\S)/)
  return paragraphs.at(-1) ?? ''
}
