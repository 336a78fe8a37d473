import { nameField } from '@/lib/platform/fields'
import { joinedPayloads, nextPayloads } from './payloads'

/* Hostile texts by how long they may be, and lines of a file that are made of them. */

export const longText = joinedPayloads.slice(0, 9_900)
export const makeShortText = (room = 110) => nextPayloads(room)

/** Without control characters and direction marks, which names can't contain. */
export const makeName = (room = 110) =>
  nextPayloads(room, (payload) => nameField(room).safeParse(payload).success)
export const makeNoteText = () => nextPayloads(950)

/** Imports refuse images (lib/formats/find-image.ts). */
export const removeImages = (text: string) => text.replaceAll('![', '! [')

/** A problem with solutions, with hostile text in every field. */
export function makeLine(id: string, scores: readonly number[]) {
  const makeFieldText = (room: number) => removeImages(makeShortText(room))
  const makeText = () => removeImages(makeNoteText())
  return {
    id: `${id} ${makeFieldText(60)}`,
    problem: `${id}: ${removeImages(joinedPayloads)}`,
    answer: makeFieldText(40),
    solution: removeImages(joinedPayloads),
    subject: makeFieldText(60),
    level: makeFieldText(30),
    generator: makeFieldText(60),
    [makeFieldText(40)]: makeText(),
    samples: scores.map((score, i) => ({
      id: `${id}/${i} ${makeFieldText(60)}`,
      steps: [removeImages(joinedPayloads), makeText(), `$1 + 1 = 3$ ${makeText()}`],
      answer: makeFieldText(40),
      score,
      alternatives: { '2': [makeText()] },
      explanations: { '1': [makeText()] },
    })),
  }
}
