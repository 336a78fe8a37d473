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
  if (value === null) return 'null'
  if (typeof value === 'string') return dumpText(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? String(value) : dumpFloat(value)
  }
  if (value instanceof PyFloat) return dumpFloat(value.value)
  if (isList(value)) return `[${value.map(dumpPythonJson).join(', ')}]`
  const entries = Object.entries(value)
  return `{${entries.map(([key, item]) => `${dumpText(key)}: ${dumpPythonJson(item)}`).join(', ')}}`
}

// Array.isArray alone does not narrow a readonly array out of the union.
function isList(value: PythonJson): value is readonly PythonJson[] {
  return Array.isArray(value)
}

const shortEscapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
}

function dumpText(text: string): string {
  // Without the u flag a character beyond U+FFFF matches twice: a pair of escapes, as in Python.
  return `"${text.replace(/["\\]|[^ -~]/g, escapeUnit)}"`
}

function escapeUnit(unit: string): string {
  return shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
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
