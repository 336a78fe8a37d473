/** Abbreviations whose full stop ends no sentence. */
const sentence = /[^\n.]*(?:(?:\.(?!\s|$)|(?<=\b(?:Dr|Mr|Mrs|Ms|St|vs|i\.e|e\.g))\.)[^\n.]*)*/y
const longestBlock = 2000

const blockEnds: readonly (readonly [string, string])[] = [
  ['\\[', '\\]'],
  ['$$', '$$'],
]

/** What a text goes on with at a place: to the end of the sentence or line, or of the formula that begins there. */
export function readSentence(text: string, at: number): string {
  // "The answer is:" and, on a line of its own below, the answer.
  const start = at + (/^[^\S\n]*\n\s*/.exec(text.slice(at, at + longestBlock))?.[0].length ?? 0)
  for (const [open, close] of blockEnds)
    if (text.startsWith(open, start)) {
      const end = text.indexOf(close, start + open.length)
      if (end >= 0 && end - start < longestBlock) return text.slice(start, end + close.length)
    }
  sentence.lastIndex = start
  const sentenceText = sentence.exec(text)?.[0] ?? ''
  return closeFormula(text, start, sentenceText)
}

/** A formula in dollars may hold a line break or a full stop: it is read to its end. */
function closeFormula(text: string, start: number, sentenceText: string): string {
  const dollars = sentenceText.match(/(?<!\\)\$/g)?.length ?? 0
  if (dollars % 2 === 0) return sentenceText
  const end = text.indexOf('$', start + sentenceText.length)
  const formula = end < 0 ? '' : text.slice(start + sentenceText.length, end + 1)
  // A lone dollar is a price.
  if (formula === '' || formula.length > 300 || /\n\s*\n|[a-z]{3,} [a-z]{3,}/i.test(formula))
    return sentenceText
  sentence.lastIndex = end + 1
  return text.slice(start, end + 1) + (sentence.exec(text)?.[0] ?? '')
}

const opening =
  /^(?:(?:therefore|thus|hence|simply|just|then|indeed|clearly|obviously|now|exactly|equal to|given by)\b[,:]?\s*)+/i
const clause =
  /(?:,\s*|\s+)(?:because|since|which|as (?:we|it|the|desired|required|shown|claimed)|so that|meaning)\b|,\s*(?:i\.\s?e|e\.g|that is|namely|where|but|not|so|as)\b|;\s*(?:that is|i\.e|this|so|it)\b/i

/** Without the words before the value and without the clause after it that says why, or the same otherwise. */
export function cutClauses(content: string): string {
  const value = content.trim().replace(opening, '')
  const end = value.search(clause)
  return end > 0 ? value.slice(0, end) : value
}
