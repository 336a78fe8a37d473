import type { Transaction } from '@/lib/platform/server/database'
import type { EvaluationResult } from '../contract'
import type { HintedStep } from '../find-hints'
import type { PartedStep } from '../labelled-tally'
import { type FoundText, readFoundTexts } from './rated-texts.sql'

interface Place {
  db: Transaction
  projectId: string
}

const shownText = 300

/** Between characters: half of one is refused by the database. */
const cutText = (text: string) => [...text.slice(0, 2 * shownText)].slice(0, shownText).join('')

const ratingWords = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const

const nameRating = (rating: number) => ratingWords[String(rating) as keyof typeof ratingWords]

/** With the texts that they speak of. */
export async function describeParted(
  place: Place,
  parted: readonly PartedStep[],
): Promise<EvaluationResult['partedSteps']> {
  const texts = await readTexts(place, parted)
  return parted.flatMap(({ solution, step, round, score, rating }) => {
    const found = texts.get(solution)
    const text = found?.steps[step]
    if (!found || text === undefined) return []
    const chance =
      score >= 0.5
        ? `${percent(score)} sure that it is right`
        : `${percent(1 - score)} sure that it is wrong`
    return [
      {
        ...{ solution: found.solution, problem: found.problem, step },
        ...{ text: cutText(text), round, score, rating },
        words: `${chance}; rated ${nameRating(rating)}`,
      },
    ]
  })
}

export async function describeHints(
  place: Place,
  hints: readonly HintedStep[],
): Promise<EvaluationResult['hints']> {
  const texts = await readTexts(place, hints)
  return hints.flatMap(({ solution, step, words, text, rating }) => {
    const found = texts.get(solution)
    if (!found) return []
    return [
      {
        ...{ solution: found.solution, problem: found.problem, step },
        ...{ text: cutText(text), words, rating },
      },
    ]
  })
}

async function readTexts({ db, projectId }: Place, findings: readonly { solution: string }[]) {
  const ids = [...new Set(findings.map(({ solution }) => solution))]
  const found = ids.length === 0 ? [] : await readFoundTexts(db, projectId, ids)
  return new Map<string, FoundText>(found.map((text) => [text.solution.replaceAll('-', ''), text]))
}

const percent = (share: number) => `${Math.floor(share * 100)} %`
