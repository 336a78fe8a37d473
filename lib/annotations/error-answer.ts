import type { RatableShape, ErrorDetails, Explanation, SolutionProgressLevel } from './content'

/** An answer to a question about the first error. A tag that is already set is removed. */
export type ErrorQuestionAnswer =
  | { type: 'explain'; explanation: Explanation }
  | { type: 'progress'; progress: SolutionProgressLevel }
  | { type: 'tag'; tag: string }

/** The details after an answer; the same object if the answer is ignored: a blank text, or a tag that the project lacks. */
export function updateErrorDetails(
  details: ErrorDetails,
  answer: ErrorQuestionAnswer,
  { errorTags }: RatableShape,
): ErrorDetails {
  switch (answer.type) {
    case 'explain': {
      const { explanation } = answer
      if (explanation.option !== null) return { ...details, explanation }
      const text = explanation.text.trim()
      return text === '' ? details : { ...details, explanation: { option: null, text } }
    }
    case 'progress':
      return { ...details, progress: answer.progress }
    case 'tag': {
      const { tag } = answer
      if (details.tags.includes(tag))
        return { ...details, tags: details.tags.filter((otherTag) => otherTag !== tag) }
      return errorTags.includes(tag) ? { ...details, tags: [...details.tags, tag] } : details
    }
  }
}

/** The fields of the event that record an answer. */
export function toErrorAnswerEvent(answer: ErrorQuestionAnswer) {
  switch (answer.type) {
    case 'explain':
      return { option: answer.explanation.option }
    case 'progress':
      return { detail: answer.progress }
    case 'tag':
      return { detail: answer.tag }
  }
}
