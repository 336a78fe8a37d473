import { shortenText } from '@/lib/problems/shorten-text'
import { typesetText } from '@/lib/problems/typeset-text'
import type {
  QuestionStep,
  OpenQuestion,
  TypesetQuestion,
  TypesetStep,
  StepDetails,
} from './question'

/** About two lines of the column. */
const excerptCharacters = 160

/** Typesets a step with its questions. Runs on the server, which typesets all formulas. */
export function typesetQuestionStep(row: QuestionStep): TypesetStep {
  const { solution, externalId, revision, step, stepCount, annotators, ratings } = row
  const text = typesetText(row.text || (row.questions[0]?.optionText ?? ''))
  return {
    ...{ solution, externalId, revision, step, stepCount, annotators, ratings },
    key: `${solution}.${step}`,
    problem: typesetText(row.problem),
    previousStep: row.previousStep === null ? null : typesetText(row.previousStep),
    text,
    excerpt: shortenText(text, excerptCharacters),
    questions: row.questions.map(typesetQuestion),
  }
}

export const typesetQuestion = (question: OpenQuestion): TypesetQuestion => ({
  ...question,
  optionText: question.optionText === null ? null : typesetText(question.optionText),
  typesetText: typesetQuestionText(question.text),
})

/** Typesets a step that may have no questions. */
export function typesetStepDetails(details: StepDetails): TypesetStep {
  const { steps, questions, step } = details
  // Names may be hidden, so annotations identify the annotators.
  const annotators = new Set(questions.map(({ annotation, person }) => annotation ?? person)).size
  const previousStep = step > 0 ? (steps[step - 1] ?? null) : null
  return typesetQuestionStep({ ...details, annotators, previousStep, text: steps[step] ?? '' })
}

/** Null for a question without text. */
export const typesetQuestionText = (text: string) => (text.trim() === '' ? null : typesetText(text))
