/**
 * A reason without what stands beside it in columns of its own: the score, and the two answers. What is not found word for
 * word stays.
 */
export function omitShown(
  reason: string,
  { score, answer, truth }: { score: number | null; answer: string | null; truth: string | null },
): string {
  let words = reason
  if (score !== null) words = words.replace(/^score -?\d[\d.]*(?:e[-+]\d+)?(?:, |$)/, '')
  if (answer !== null && truth !== null)
    for (const cut of cuts) words = omitPart(words, `answer ${cut(answer)} for ${cut(truth)}`)
  return words
}

const longestAnswer = 40

/** Ways in which a reason writes an answer: whole, with `…`, or cut. */
const cuts: readonly ((answer: string) => string)[] = [
  (answer) => answer,
  (answer) => {
    const characters = [...answer]
    if (characters.length <= longestAnswer) return answer
    return `${characters
      .slice(0, longestAnswer - 1)
      .join('')
      .trimEnd()}…`
  },
  (answer) => [...answer].slice(0, longestAnswer).join(''),
]

/** Without a part, where commas part it from others. */
function omitPart(words: string, part: string): string {
  if (words === part) return ''
  if (words.startsWith(`${part}, `)) return words.slice(part.length + 2)
  return words.endsWith(`, ${part}`) ? words.slice(0, -part.length - 2) : words
}
