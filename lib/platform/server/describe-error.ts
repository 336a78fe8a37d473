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
 * text that somebody wrote, or a secret.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hideValues(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
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

/** Everything before the last paragraph is Prisma's picture of the call. */
function hideValues(message: string): string {
  const isPicture = /^\s*Invalid `.*` invocation/.test(message)
  const told = isPicture
    ? (message
        .trim()
        .split(/\n\s*\n|\n(?=\S)/)
        .at(-1) ?? '')
    : message
  return told
    .replace(/: "(?:[^"\\]|\\.)*"/g, ': "…"')
    .replace(/=\((?:[^()\\]|\\.)*\)/g, '=(…)')
    .slice(0, messageMaxLength)
}
