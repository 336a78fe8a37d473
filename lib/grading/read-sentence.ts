/** A sentence. Full stops of abbreviations don't end it. */
const sentence = /[^\n.]*(?:(?:\.(?!\s|$)|(?<=\b(?:Dr|Mr|Mrs|Ms|St|vs|i\.e|e\.g))\.)[^\n.]*)*/y
const maxBlockLength = 2000

const blockDelimiters: readonly (readonly [string, string])[] = [
  ['\\[', '\\]'],
  ['$$', '$$'],
]

/** Returns the text from `position` to the end of the sentence, the line, or the formula that starts there. */
export function readToSentenceEnd(text: string, position: number): string {
  // The answer may be on a new line after "The answer is:".
  const start =
    position +
    (/^[^\S\n]*\n\s*/.exec(text.slice(position, position + maxBlockLength))?.[0].length ?? 0)
  for (const [open, close] of blockDelimiters)
    if (text.startsWith(open, start)) {
      const end = text.indexOf(close, start + open.length)
      if (end >= 0 && end - start < maxBlockLength) return text.slice(start, end + close.length)
    }
  sentence.lastIndex = start
  const sentenceText = sentence.exec(text)?.[0] ?? ''
  return closeFormula(text, start, sentenceText)
}

/** Extends the sentence to the end of a formula in dollars, which may contain line breaks and full stops. */
function closeFormula(text: string, start: number, sentenceText: string): string {
  const dollars = sentenceText.match(/(?<!\\)\$/g)?.length ?? 0
  if (dollars % 2 === 0) return sentenceText
  const end = text.indexOf('$', start + sentenceText.length)
  const formula = end < 0 ? '' : text.slice(start + sentenceText.length, end + 1)
  // A single dollar sign is a price.
  if (formula === '' || formula.length > 300 || /\n\s*\n|[a-z]{3,} [a-z]{3,}/i.test(formula))
    return sentenceText
  sentence.lastIndex = end + 1
  return text.slice(start, end + 1) + (sentence.exec(text)?.[0] ?? '')
}

const opening =
  /^(?:(?:therefore|thus|hence|simply|just|then|indeed|clearly|obviously|now|exactly|equal to|given by)\b[,:]?\s*)+/i
const clause =
  /(?:,\s*|\s+)(?:because|since|which|as (?:we|it|the|desired|required|shown|claimed)|so that|meaning)\b|,\s*(?:i\.\s?e|e\.g|that is|namely|where|but|not|so|as)\b|;\s*(?:that is|i\.e|this|so|it)\b/i

/** Removes the words before the value, and a clause after it that explains or restates it. */
export function removeClausesAroundValue(content: string): string {
  const value = content.trim().replace(opening, '')
  const end = value.search(clause)
  return end > 0 ? value.slice(0, end) : value
}
