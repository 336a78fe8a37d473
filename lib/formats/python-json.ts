/**
 * JSON with the bytes that Python's `json.dumps` writes by default: separators `", "` and `": "`,
 * everything outside printable ASCII as `\uXXXX`, floats as in `repr`. PRM800K is written like
 * this, and a file must round-trip unchanged.
 */

/** A float in Python: 1 is written as `1.0`, 0.00001 as `1e-05`. */
export class PythonFloat {
  constructor(readonly value: number) {}
}

export type PythonJsonValue =
  | null
  | boolean
  | number
  | string
  | PythonFloat
  | readonly PythonJsonValue[]
  | { readonly [key: string]: PythonJsonValue }

/**
 * Writes a value as one line without a newline. Keys keep their order, but JavaScript puts keys
 * that look like array indexes first, so don't use such keys.
 *
 * A safe integer is written as an int, any other number as a float. Wrap a whole number that must
 * be a float in `PythonFloat`.
 *
 * @throws RangeError for NaN and infinities, which JSON does not have (Python would write them
 * anyway)
 */
export function dumpPythonJson(value: PythonJsonValue): string {
  return escapeNonAscii(dumpPythonJsonUnescaped(value))
}

/**
 * Like `dumpPythonJson`, without escaping non-ASCII characters. A complete line is escaped once: non-ASCII
 * characters occur only in texts.
 */
export function dumpPythonJsonUnescaped(value: PythonJsonValue): string {
  // JSON.stringify escapes quotes, backslashes, controls and lone surrogates as Python does.
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? String(value) : dumpFloat(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof PythonFloat) return dumpFloat(value.value)
  let text = ''
  if (isList(value)) {
    for (const item of value)
      text += text === '' ? dumpPythonJsonUnescaped(item) : `, ${dumpPythonJsonUnescaped(item)}`
    return `[${text}]`
  }
  for (const [key, item] of Object.entries(value)) {
    if (text !== '') text += ', '
    text += `${JSON.stringify(key)}: ${dumpPythonJsonUnescaped(item)}`
  }
  return `{${text}}`
}

/** Without the u flag, a character beyond U+FFFF matches twice: a pair of escapes, as in Python. */
const beyondAscii = /[^ -~]/g

/** Escapes the output of `dumpPythonJsonUnescaped` as Python does. */
export function escapeNonAscii(text: string): string {
  return text.replace(
    beyondAscii,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

// Array.isArray alone does not narrow a readonly array out of the union.
function isList(value: PythonJsonValue): value is readonly PythonJsonValue[] {
  return Array.isArray(value)
}

/**
 * Python's `repr` of a float: the shortest digits that read back as the same number (as in
 * JavaScript), with an exponent below 1e-4 and from 1e16 on.
 */
function dumpFloat(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`)
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const sign = value < 0 ? '-' : ''
  const [mantissa = '', exponentText] = Math.abs(value).toExponential().split('e')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`
  }
  const digits = mantissa.replace('.', '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const integerDigits = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${integerDigits}.${digits.slice(exponent + 1) || '0'}`
}
