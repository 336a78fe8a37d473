import { hashRange, hashText, isDigit, isLetter, isSpace } from './characters'
import { readNumber } from './read-number'

/** Only the first words and characters of a text are read. */
const maxWords = 400
const maxCharacters = 6000
const maxNumbers = 64

export interface Words {
  count: number
  /** Words in lower case, masked numbers, LaTeX commands and single signs. */
  hashes: Int32Array
  numberCount: number
  numbers: Float64Array
}

export const makeWords = (): Words => ({
  count: 0,
  hashes: new Int32Array(maxWords),
  numberCount: 0,
  numbers: new Float64Array(maxNumbers),
})

const masks = { whole: hashText('#'), small: hashText('#1'), decimal: hashText('#.') }

/** Reads the words of a text into `into`. */
export function readWords(text: string, into: Words): void {
  into.count = into.numberCount = 0
  const end = Math.min(text.length, maxCharacters)
  let position = 0
  while (position < end && into.count < maxWords) {
    const code = text.charCodeAt(position)
    if (isSpace(code)) position++
    else if (isDigit(code)) position = takeNumber(text, position, into)
    else if (isLetter(code)) position = takeLetters(text, position, position + 1, into)
    else if (code === 92 && isLetter(text.charCodeAt(position + 1)))
      position = takeLetters(text, position, position + 2, into)
    else {
      into.hashes[into.count++] = hashRange(text, position, position + 1)
      position++
    }
  }
}

function takeNumber(text: string, position: number, into: Words): number {
  const { value, decimals, end } = readNumber(text, position)
  if (into.numberCount < maxNumbers) into.numbers[into.numberCount++] = value
  into.hashes[into.count++] = decimals > 0 ? masks.decimal : value < 10 ? masks.small : masks.whole
  return end
}

function takeLetters(text: string, start: number, from: number, into: Words): number {
  let end = from
  while (isLetter(text.charCodeAt(end))) end++
  into.hashes[into.count++] = hashRange(text, start, end)
  return end
}
