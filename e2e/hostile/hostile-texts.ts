import { nameField } from '@/lib/platform/fields'
import { joinedHostilePayloads, joinNextPayloads } from './payloads'

/* Hostile texts by how long they may be, and lines of a file that are made of them. */

export const longHostileText = joinedHostilePayloads.slice(0, 9_900)
export const makeShortHostileText = (room = 110) => joinNextPayloads(room)

/** Without control characters and direction marks, which names can't contain. */
export const makeHostileName = (room = 110) =>
  joinNextPayloads(room, (payload) => nameField(room).safeParse(payload).success)
export const makeHostileNote = () => joinNextPayloads(950)

/** Imports reject images (lib/formats/find-markdown-image.ts). */
export const removeImages = (text: string) => text.replaceAll('![', '! [')

/** A problem with solutions, with hostile text in every field. */
export function makeHostileImportLine(id: string, scores: readonly number[]) {
  const makeFieldText = (room: number) => removeImages(makeShortHostileText(room))
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
