import { guidelineSummaryMaxLength } from '@/lib/annotations/guideline-limits'
import { splitIntoSections, readHeadingText } from '@/lib/annotations/guideline-passages'

/** The worked example of a decision. */
export interface DecisionExample {
  step: number
  /** 0 is the step itself. */
  option: number
  problem: string
  text: string
  rating: number
  reason: string
}

/** The parts of a decision that go into the guideline. */
export interface GuidelineDecision {
  decision: number
  heading: string
  text: string
  example: DecisionExample | null
}

const ratingNames: Readonly<Record<string, string>> = {
  '-1': 'negative (−1)',
  '0': 'neutral (0)',
  '1': 'positive (+1)',
}

/** `negative (−1)` */
export const formatRating = (rating: number): string =>
  ratingNames[String(rating)] ?? String(rating)

const sectionName = 'Decisions'

/** A decision as a section of the guideline, with a heading of rank `level`. */
export function formatDecision(decision: GuidelineDecision, level: number): string {
  const { heading, text, example } = decision
  const parts = [
    `${formatHeadingMark(level)} Decision ${decision.decision}: ${heading.trim()}`,
    text.trim(),
  ]
  if (example)
    parts.push(
      '**Worked example.** Problem:',
      quote(example.problem),
      `${example.option === 0 ? 'Step' : 'Option at step'} ${example.step + 1} of a solution:`,
      quote(example.text),
      `Rating: **${formatRating(example.rating)}**. ${example.reason.trim()}`,
    )
  return parts.join('\n\n')
}

/**
 * The guideline with the decisions at the end of its decisions section, which is added at the end if missing. Leaves
 * decisions that are already there unchanged.
 */
export function insertDecisionsIntoGuideline(
  text: string,
  decisions: readonly GuidelineDecision[],
): string {
  const missing = decisions.filter(({ decision }) => !containsDecision(text, decision))
  if (missing.length === 0) return text
  const sections = splitIntoSections(text)
  const position = sections.findIndex(isDecisionsSection)
  const level = position === -1 ? chooseLevel(sections) : (readLevel(sections[position]!) ?? 2)
  const formattedDecisions = missing.map((decision) =>
    formatDecision(decision, Math.min(6, level + 1)),
  )
  if (position === -1)
    return joinParts([text, `${formatHeadingMark(level)} ${sectionName}`, ...formattedDecisions])
  const nextPosition = sections.findIndex((section, index) => {
    const rank = readLevel(section)
    return index > position && rank !== null && rank <= level
  })
  const end = nextPosition === -1 ? sections.length : nextPosition
  const followingSections = sections.slice(end).join('\n')
  return joinParts([
    sections.slice(0, end).join('\n'),
    ...formattedDecisions,
    ...(followingSections === '' ? [] : [followingSections]),
  ])
}

/** Whether a heading in the text is that of the decision. */
export function containsDecision(text: string, decision: number): boolean {
  const headingPattern = new RegExp(`^Decision ${decision}(?!\\d)`)
  return splitIntoSections(text).some((section) =>
    headingPattern.test(readSectionHeading(section) ?? ''),
  )
}

/** The text without a decision that was inserted and not changed since. */
export function removeDecisionFromText(text: string, decision: GuidelineDecision): string {
  for (const level of [2, 3, 4, 5, 6]) {
    const formattedDecision = `\n${formatDecision(decision, level)}\n`
    const position = `\n${text}\n`.indexOf(formattedDecision)
    if (position === -1) continue
    // In `text`, without the added line break, positions are one lower. Keeps the line breaks around the decision.
    const remainingText = joinParts([
      text.slice(0, position),
      text.slice(position + formattedDecision.length - 2),
    ])
    return dropEmptySection(remainingText)
  }
  return text
}

/** Summary of the changes that annotators read first: `Decisions 3 and 4: A skipped step; Units.` */
export function proposeVersionSummary(
  decisions: readonly Pick<GuidelineDecision, 'decision' | 'heading'>[],
): string {
  if (decisions.length === 0) return ''
  const numbers = decisions.map(({ decision }) => String(decision))
  const last = numbers.at(-1)!
  const label =
    numbers.length === 1
      ? `Decision ${last}`
      : `Decisions ${numbers.slice(0, -1).join(', ')} and ${last}`
  const summary = `${label}: ${decisions.map(({ heading }) => heading.trim()).join('; ')}.`
  return summary.length <= guidelineSummaryMaxLength
    ? summary
    : `${label}.`.slice(0, guidelineSummaryMaxLength)
}

/** The note for annotators whose annotation is returned. */
export function formatDecisionReturnNote(
  { decision, heading }: Pick<GuidelineDecision, 'decision' | 'heading'>,
  version: number,
): string {
  return `Returned because of decision ${decision} (“${heading.trim()}”, guideline version ${version}). Your ratings are kept. Check them against the decision, correct them if needed, and submit again.`
}

/** The decision that an annotation was returned for, if its return note says so. */
export function readDecisionOfReturnNote(note: string): number | null {
  const match =
    /^Returned because of decision (\d+) \(“.*”, guideline version \d+\)\. Your ratings are kept\. /s.exec(
      note,
    )
  return match ? Number(match[1]) : null
}

const formatHeadingMark = (level: number) => '#'.repeat(level)

/** Empty lines are quoted too, so that it remains one quotation. */
const quote = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

const readFirstLine = (section: string) => section.trimStart().split('\n', 1)[0]!

const readSectionHeading = (section: string) => readHeadingText(readFirstLine(section))

const isDecisionsSection = (section: string) =>
  readSectionHeading(section)?.toLowerCase() === sectionName.toLowerCase()

/** Rank of the heading that a section begins with; null if it begins without a heading. */
function readLevel(section: string): number | null {
  return readSectionHeading(section) === null ? null : readFirstLine(section).trim().search(/[^#]/)
}

/** The rank of the other sections. A single heading above all others is the title of the text. */
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

/** Also removes the decisions section if it is empty now. */
function dropEmptySection(text: string): string {
  const sections = splitIntoSections(text)
  const position = sections.findIndex(isDecisionsSection)
  if (position === -1 || sections[position]!.trim().includes('\n')) return text
  const level = readLevel(sections[position]!)!
  const next = sections[position + 1]
  if (next !== undefined && (readLevel(next) ?? 0) > level) return text
  return joinParts(sections.filter((_, index) => index !== position))
}
