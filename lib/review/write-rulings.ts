import { cutSections, nameHeading } from '@/lib/annotations/guideline-passages'
import { summaryMaxLength } from '@/lib/annotations/guideline-limits'

/** What of a ruling goes into the guideline. */
export interface RulingText {
  ruling: number
  heading: string
  words: string
  example: { step: number; problem: string; text: string; rating: number; why: string } | null
}

const ratingWords: Readonly<Record<string, string>> = {
  '-1': 'negative (−1)',
  '0': 'neutral (0)',
  '1': 'positive (+1)',
}

/** `negative (−1)` */
export const nameRating = (rating: number): string => ratingWords[String(rating)] ?? String(rating)

const sectionName = 'Rulings'

/** A ruling as the guideline says it; the heading is of rank `level`. */
export function writeRuling(ruling: RulingText, level: number): string {
  const { heading, words, example } = ruling
  const parts = [`${marks(level)} Ruling ${ruling.ruling}: ${heading.trim()}`, words.trim()]
  if (example)
    parts.push(
      '**Worked example.** The problem:',
      quote(example.problem),
      `Step ${example.step + 1} of a solution:`,
      quote(example.text),
      `is to be rated **${nameRating(example.rating)}**: ${example.why.trim()}`,
    )
  return parts.join('\n\n')
}

/**
 * The guideline with the rulings at the end of its section of rulings, which comes last where there is none yet. One that
 * it has already stays as it is.
 */
export function insertRulings(text: string, rulings: readonly RulingText[]): string {
  const missing = rulings.filter(({ ruling }) => !hasRuling(text, ruling))
  if (missing.length === 0) return text
  const sections = cutSections(text)
  const at = sections.findIndex(isRulings)
  const level = at === -1 ? chooseLevel(sections) : (readLevel(sections[at]!) ?? 2)
  const written = missing.map((ruling) => writeRuling(ruling, Math.min(6, level + 1)))
  if (at === -1) return joinParts([text, `${marks(level)} ${sectionName}`, ...written])
  const after = sections.findIndex((section, index) => {
    const rank = readLevel(section)
    return index > at && rank !== null && rank <= level
  })
  const end = after === -1 ? sections.length : after
  const rest = sections.slice(end).join('\n')
  return joinParts([sections.slice(0, end).join('\n'), ...written, ...(rest === '' ? [] : [rest])])
}

/** Whether a heading of the text is that of the ruling. */
export function hasRuling(text: string, ruling: number): boolean {
  const own = new RegExp(`^Ruling ${ruling}(?!\\d)`)
  return cutSections(text).some((section) => own.test(nameSection(section) ?? ''))
}

/** The text without a ruling that was put in and not changed since. */
export function removeRuling(text: string, ruling: RulingText): string {
  for (const level of [2, 3, 4, 5, 6]) {
    const written = `\n${writeRuling(ruling, level)}\n`
    const at = `\n${text}\n`.indexOf(written)
    if (at === -1) continue
    // In `text` there is one character less before it, and one less at its end.
    const without = joinParts([text.slice(0, at), text.slice(at + written.length - 2)])
    return dropEmptySection(without)
  }
  return text
}

/** What is new, as annotators read it first: `Rulings 3 and 4: A skipped step; Units.` */
export function proposeSummary(rulings: readonly Pick<RulingText, 'ruling' | 'heading'>[]): string {
  if (rulings.length === 0) return ''
  const numbers = rulings.map(({ ruling }) => String(ruling))
  const last = numbers.at(-1)!
  const named =
    numbers.length === 1
      ? `Ruling ${last}`
      : `Rulings ${numbers.slice(0, -1).join(', ')} and ${last}`
  const words = `${named}: ${rulings.map(({ heading }) => heading.trim()).join('; ')}.`
  return words.length <= summaryMaxLength ? words : `${named}.`.slice(0, summaryMaxLength)
}

/** What an annotator is told whose annotation comes back. */
export function writeRulingNote(
  { ruling, heading }: Pick<RulingText, 'ruling' | 'heading'>,
  version: number,
): string {
  return `Ruling ${ruling} of the guideline, version ${version}, touches this solution: ${heading.trim()}. Your ratings are as you gave them: change what the ruling changes, and submit again.`
}

const marks = (level: number) => '#'.repeat(level)

/** Empty lines are quoted too, so that it stays one quotation. */
const quote = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

const firstLine = (section: string) => section.trimStart().split('\n', 1)[0]!

const nameSection = (section: string) => nameHeading(firstLine(section))

const isRulings = (section: string) =>
  nameSection(section)?.toLowerCase() === sectionName.toLowerCase()

/** Rank of the heading that a section begins with; null where it begins without one. */
function readLevel(section: string): number | null {
  return nameSection(section) === null ? null : firstLine(section).trim().search(/[^#]/)
}

/** That of the other sections: one heading above all the others is the title of the text. */
function chooseLevel(sections: readonly string[]): number {
  const levels = sections.flatMap((section) => readLevel(section) ?? [])
  if (levels.length === 0) return 2
  const top = Math.min(...levels)
  const isTitle = levels[0] === top && levels.filter((level) => level === top).length === 1
  return Math.min(5, isTitle ? top + 1 : top)
}

const joinParts = (parts: readonly string[]) =>
  `${parts
    .map((part) => part.replace(/^\n+|\s+$/g, ''))
    .filter((part) => part !== '')
    .join('\n\n')}\n`

/** A section of rulings that has none left goes too. */
function dropEmptySection(text: string): string {
  const sections = cutSections(text)
  const at = sections.findIndex(isRulings)
  if (at === -1 || sections[at]!.trim().includes('\n')) return text
  const level = readLevel(sections[at]!)!
  const next = sections[at + 1]
  if (next !== undefined && (readLevel(next) ?? 0) > level) return text
  return joinParts(sections.filter((_, index) => index !== at))
}
