import { cutAnswer, longestAnswer } from '@/lib/rounds/write-reason'

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

/** Ways in which a reason writes an answer: that of a round, and that of an import, which cuts without a sign. */
const cuts: readonly ((answer: string) => string)[] = [
  cutAnswer,
  (answer) => [...answer].slice(0, longestAnswer).join(''),
]

/** Without a part, where commas part it from others. */
function omitPart(words: string, part: string): string {
  if (words === part) return ''
  if (words.startsWith(`${part}, `)) return words.slice(part.length + 2)
  return words.endsWith(`, ${part}`) ? words.slice(0, -part.length - 2) : words
}
