/** Returns the last formula or number of a text; null if there is none. Takes linear time. */
export function findLastValue(text: string): string | null {
  const formula = findLastFormula(text)
  const number = findLastNumber(text, formula?.end ?? 0)
  return number ?? formula?.content ?? null
}

interface Formula {
  content: string
  end: number
}

const closers: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' }

/** Finds the last formula in dollars or LaTeX brackets. */
function findLastFormula(text: string): Formula | null {
  let lastFormula: Formula | null = null
  let start = -1
  let closer = ''
  for (const match of text.matchAll(/\$\$?|\\[^]/g)) {
    const delimiter = match[0]
    const end = match.index + delimiter.length
    if (start >= 0 && delimiter === closer) {
      const content = text.slice(start, match.index).trim()
      if (/[\p{L}\p{N}]/u.test(content)) lastFormula = { content, end }
      start = -1
    } else if (start < 0 && closers[delimiter] !== undefined) {
      start = end
      closer = closers[delimiter]
    }
  }
  return lastFormula
}

const numberPattern =
  /(?<![\w.\\])(?:(?<=^|\s|[(=~:])[-−])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:\/\d+)?(?:\s?\\?%|(?!\.?\d))/g

/** Finds the last number outside formulas, after `from`. */
function findLastNumber(text: string, from: number): string | null {
  let lastNumber: string | null = null
  for (const match of text.slice(from).matchAll(numberPattern)) lastNumber = match[0]
  return lastNumber
}
