import { isDigit } from './characters'

/** The number that was read last. One reused object, because this runs for every number of every step. */
const lastNumber = { value: 0, decimals: 0, end: 0 }

/**
 * Reads the number at `position`: digits with thousands separators (`1,234`, `1{,}234`, `1,\!234`) and decimals, without a
 * sign. The result is valid until the next call.
 */
export function readNumber(text: string, position: number): Readonly<typeof lastNumber> {
  let value = 0
  let digits = 0
  let i = position
  while (isDigit(text.charCodeAt(i))) {
    value = value * 10 + (text.charCodeAt(i++) - 48)
    digits++
  }
  if (digits > 0 && digits <= 3)
    for (let next = skipSeparator(text, i); next > 0; next = skipSeparator(text, i)) {
      value =
        value * 1000 +
        (text.charCodeAt(next) - 48) * 100 +
        (text.charCodeAt(next + 1) - 48) * 10 +
        (text.charCodeAt(next + 2) - 48)
      i = next + 3
    }
  lastNumber.decimals = 0
  if (text.charCodeAt(i) === 46 && isDigit(text.charCodeAt(i + 1))) {
    const point = i++
    let shift = 1
    while (isDigit(text.charCodeAt(i))) {
      // Skips digits that a double cannot represent.
      if (shift < 1e15 && value < 1e15) {
        value = value * 10 + (text.charCodeAt(i) - 48)
        shift *= 10
      }
      i++
    }
    value /= shift
    lastNumber.decimals = Math.min(15, i - point - 1)
  }
  lastNumber.value = value
  lastNumber.end = i
  return lastNumber
}

/** The start of a group of three digits that continues the number before `position`; 0 for none. */
function skipSeparator(text: string, position: number): number {
  const code = text.charCodeAt(position)
  let next = 0
  if (code === 44) next = text.startsWith('\\!', position + 1) ? position + 3 : position + 1
  else if (code === 123 && text.startsWith('{,}', position)) next = position + 3
  if (next === 0) return 0
  for (let i = next; i < next + 3; i++) if (!isDigit(text.charCodeAt(i))) return 0
  return isDigit(text.charCodeAt(next + 3)) ? 0 : next
}
