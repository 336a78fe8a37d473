import { type ReplyTypesetter, typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import type {
  StepWithQuestions,
  OpenQuestion,
  TypesetStepWithQuestions,
  StepDetails,
} from './question'

/** Maximum length of the problem and of each step, because a page has up to 100 steps. */
const maxCharacters = 10_000

/** Typesets a step with its questions. Runs on the server, which typesets all formulas. */
export function typesetQuestionStep(
  typesetter: ReplyTypesetter,
  row: StepWithQuestions,
): TypesetStepWithQuestions {
  const { solution, externalId, revision, step, stepCount, annotators, ratings } = row
  const source = row.text || (row.questions[0]?.optionText ?? '')
  // The excerpt stands for the row: it is an option if no question is about the step itself.
  const optionOfExcerpt = row.questions.some(({ optionText }) => optionText === null)
    ? null
    : (row.questions[0] ?? null)
  return {
    solution,
    externalId,
    revision,
    step,
    stepCount,
    annotators,
    ratings,
    key: `${solution}.${step}`,
    problem: typesetter.beginning(row.problem, maxCharacters),
    previousStep:
      row.previousStep === null ? null : typesetter.beginning(row.previousStep, maxCharacters),
    text: typesetter.beginning(source, maxCharacters),
    excerpt: typesetter.excerpt(optionOfExcerpt?.optionText ?? source),
    questions: row.questions.map((question) => ({
      ...typesetQuestion(typesetter, question),
      optionExcerpt:
        question.optionText === null || question.option === optionOfExcerpt?.option
          ? null
          : typesetter.excerpt(question.optionText),
    })),
  }
}

const typesetQuestion = (typesetter: ReplyTypesetter, question: OpenQuestion) => ({
  ...question,
  optionText: question.optionText === null ? null : typesetter.text(question.optionText),
  typesetText: typesetQuestionText(typesetter, question.text),
})

/** Typesets a step that may have no questions. */
export function typesetStepDetails(details: StepDetails): Promise<TypesetStepWithQuestions> {
  const { steps, questions, step } = details
  // Names may be hidden, so annotations identify the annotators.
  const annotators = new Set(questions.map(({ annotation, person }) => annotation ?? person)).size
  const previousStep = step > 0 ? (steps[step - 1] ?? null) : null
  const row = { ...details, annotators, previousStep, text: steps[step] ?? '' }
  return typesetTextsForPage((typesetter) => typesetQuestionStep(typesetter, row))
}

/** Null for a question without text. */
export const typesetQuestionText = (typesetter: ReplyTypesetter, text: string) =>
  text.trim() === '' ? null : typesetter.text(text)
