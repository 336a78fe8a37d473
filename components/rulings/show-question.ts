import { shortenText } from '@/components/projects/shorten-text'
import { typesetText } from '@/lib/problems/typeset-text'
import type { AskedStep, OpenAsk, ShownAsk, ShownStep, WholeStep } from './question'

/** Two lines of the column, about. */
const excerptCharacters = 160

/** On the server: formulas are set there. */
export function showAskedStep(given: AskedStep): ShownStep {
  const { solution, externalId, revision, step, stepCount, people, rated } = given
  const text = typesetText(given.text || (given.asks[0]?.optionText ?? ''))
  return {
    ...{ solution, externalId, revision, step, stepCount, people, rated },
    key: `${solution}.${step}`,
    problem: typesetText(given.problem),
    before: given.before === null ? null : typesetText(given.before),
    text,
    excerpt: shortenText(text, excerptCharacters),
    asks: given.asks.map(showAsk),
  }
}

export const showAsk = (ask: OpenAsk): ShownAsk => ({
  ...ask,
  optionText: ask.optionText === null ? null : typesetText(ask.optionText),
  said: showWords(ask.words),
})

/** A step that nobody may have asked about. */
export function showWholeStep(given: WholeStep): ShownStep {
  const { steps, asks, step } = given
  // A name may be hidden; whose note it is says its annotation.
  const people = new Set(asks.map(({ annotation, person }) => annotation ?? person)).size
  const before = step > 0 ? (steps[step - 1] ?? null) : null
  return showAskedStep({ ...given, people, before, text: steps[step] ?? '' })
}

/** What was asked; null where it has no words. */
export const showWords = (words: string) => (words.trim() === '' ? null : typesetText(words))
