/**
 * JSON in the bytes that Python's `json.dumps` writes by default: separators `", "` and `": "`,
 * everything outside printable ASCII as `\uXXXX`, floats as `repr` writes them. PRM800K is written
 * so, and a file that goes in and out again must not change.
 */

/** A number that Python held as a float: 1 is written `1.0`, 0.00001 `1e-05`. */
export class PyFloat {
  constructor(readonly value: number) {}
}

export type PythonJson =
  | null
  | boolean
  | number
  | string
  | PyFloat
  | readonly PythonJson[]
  | { readonly [key: string]: PythonJson }

/**
 * Writes a value as one line, without a newline. Keys keep their order, except that JavaScript puts
 * keys that look like array indexes first: use none.
 *
 * A safe integer is written as an int, any other number as a float; wrap in `PyFloat` what must be
 * a float although it is whole.
 *
 * @throws RangeError for NaN and the infinities, which JSON does not have (Python would write them
 * all the same)
 */
export function dumpPythonJson(value: PythonJson): string {
  return escapeBeyondAscii(dumpAsIs(value))
}

/**
 * The same with what is outside printable ASCII as it is. A line is escaped as a whole, once, when it is complete: all
 * that is not ASCII stands in texts.
 */
export function dumpAsIs(value: PythonJson): string {
  // What JSON.stringify escapes (quotes, backslashes, controls, halves of pairs) it writes as Python does.
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? String(value) : dumpFloat(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof PyFloat) return dumpFloat(value.value)
  let text = ''
  if (isList(value)) {
    for (const item of value) text += text === '' ? dumpAsIs(item) : `, ${dumpAsIs(item)}`
    return `[${text}]`
  }
  for (const [key, item] of Object.entries(value)) {
    if (text !== '') text += ', '
    text += `${JSON.stringify(key)}: ${dumpAsIs(item)}`
  }
  return `{${text}}`
}

/** Without the u flag a character beyond U+FFFF matches twice: a pair of escapes, as in Python. */
const beyondAscii = /[^ -~]/g

/** What `dumpAsIs` wrote, as Python does. */
export function escapeBeyondAscii(text: string): string {
  return text.replace(
    beyondAscii,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

// Array.isArray alone does not narrow a readonly array out of the union.
function isList(value: PythonJson): value is readonly PythonJson[] {
  return Array.isArray(value)
}

/**
 * Python's `repr` of a float: the shortest digits that read back as the same number (JavaScript
 * finds the same ones), with an exponent below 1e-4 and from 1e16 on.
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
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}
