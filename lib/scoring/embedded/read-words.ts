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
  flags: number
}

export const makeWords = (): Words => ({
  count: 0,
  hashes: new Int32Array(maxWords),
  numberCount: 0,
  numbers: new Float64Array(maxNumbers),
  flags: 0,
})

const masks = { whole: hashText('#'), small: hashText('#1'), decimal: hashText('#.') }

const flagWords: ReadonlyMap<number, number> = new Map(
  [
    'therefore thus hence so answer final finally conclude',
    'assume suppose guess approximately probably maybe perhaps about seems likely might',
    'wait however but actually mistake incorrect instead',
    'because since given known recall theorem formula definition',
    'let denote define',
    'substitute plug simplify solve factor expand divide multiply subtract add calculate compute',
    'all every always never only must no none',
    'understand identify need find first want determine',
  ].flatMap((list, flag) =>
    list.split(' ').map((word): [number, number] => [hashText(word), 1 << flag]),
  ),
)

/** Reads the words of a text into `into`. */
export function readWords(text: string, into: Words): void {
  into.count = into.numberCount = into.flags = 0
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
  const hash = hashRange(text, start, end)
  into.flags |= flagWords.get(hash) ?? 0
  into.hashes[into.count++] = hash
  return end
}
