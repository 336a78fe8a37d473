import { hashRange, hashText, isDigit, isLetter, isSpace } from './characters'
import { readNumber } from './read-number'

/** Only the first words and characters of a text are read. */
const maxWords = 400
const maxCharacters = 6000
const maxNumbers = 64

export interface Words {
  count: number
  /** Of words in lower case, masked numbers, LaTeX commands and single signs. */
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

/** Reads the words of a text into `wordList`. */
export function readWords(text: string, wordList: Words): void {
  wordList.count = wordList.numberCount = 0
  const end = Math.min(text.length, maxCharacters)
  let position = 0
  while (position < end && wordList.count < maxWords) {
    const code = text.charCodeAt(position)
    if (isSpace(code)) position++
    else if (isDigit(code)) position = takeNumber(text, position, wordList)
    else if (isLetter(code)) position = takeLetters(text, position, position + 1, wordList)
    else if (code === 92 && isLetter(text.charCodeAt(position + 1)))
      position = takeLetters(text, position, position + 2, wordList)
    else {
      wordList.hashes[wordList.count++] = hashRange(text, position, position + 1)
      position++
    }
  }
}

function takeNumber(text: string, position: number, wordList: Words): number {
  const { value, decimals, end } = readNumber(text, position)
  if (wordList.numberCount < maxNumbers) wordList.numbers[wordList.numberCount++] = value
  wordList.hashes[wordList.count++] =
    decimals > 0 ? masks.decimal : value < 10 ? masks.small : masks.whole
  return end
}

function takeLetters(text: string, start: number, from: number, wordList: Words): number {
  let end = from
  while (isLetter(text.charCodeAt(end))) end++
  wordList.hashes[wordList.count++] = hashRange(text, start, end)
  return end
}
