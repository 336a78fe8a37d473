import { nameField } from '@/lib/platform/fields'
import { joinedHostilePayloads, joinNextPayloads } from './payloads'

/* Hostile texts of several lengths, and import lines made of them. */

export const longHostileText = joinedHostilePayloads.slice(0, 9_900)
export const makeShortHostileText = (maxLength = 110) => joinNextPayloads(maxLength)

/** Without control characters and direction marks, which names can't contain. */
export const makeHostileName = (maxLength = 110) =>
  joinNextPayloads(maxLength, (payload) => nameField(maxLength).safeParse(payload).success)
export const makeHostileNote = () => joinNextPayloads(950)

/** Imports reject images (lib/formats/find-markdown-image.ts). */
export const removeImages = (text: string) => text.replaceAll('![', '! [')

/** A problem with solutions, with hostile text in every field. */
export function makeHostileImportLine(id: string, scores: readonly number[]) {
  const makeFieldText = (maxLength: number) => removeImages(makeShortHostileText(maxLength))
  const makeText = () => removeImages(makeHostileNote())
  return {
    id: `${id} ${makeFieldText(60)}`,
    problem: `${id}: ${removeImages(joinedHostilePayloads)}`,
    answer: makeFieldText(40),
    solution: removeImages(joinedHostilePayloads),
    subject: makeFieldText(60),
    level: makeFieldText(30),
    generator: makeFieldText(60),
    [makeFieldText(40)]: makeText(),
    samples: scores.map((score, i) => ({
      id: `${id}/${i} ${makeFieldText(60)}`,
      steps: [removeImages(joinedHostilePayloads), makeText(), `$1 + 1 = 3$ ${makeText()}`],
      answer: makeFieldText(40),
      score,
      alternatives: { '2': [makeText()] },
      explanations: { '1': [makeText()] },
    })),
  }
}
