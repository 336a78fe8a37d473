import type { Phase1Line, Phase2Line, Prm800kStep } from './prm800k-schema'
import type { AnnotationRecord, SolutionRecord } from './record'

/** Phase 2: a finished solution, rated step by step. `readPrm800kLine` explains the mapping. */
export function readPhase2Solution(line: Phase2Line): SolutionRecord {
  const { question, label } = line
  const annotation = readAnnotation(line)
  const options: SolutionRecord['options'] = []
  label.steps.forEach((step, index) => {
    const completions = step.completions ?? []
    annotation.ratings.push(completions[0]?.rating ?? null)
    annotation.flagged.push(completions[0]?.flagged ?? null)
    completions.forEach(({ text, rating, flagged }, position) => {
      const isOwn = position === 0 && text === question.pre_generated_steps[index]
      if (isOwn) return
      // Alternatives keep their position as number. A text that replaced the step gets the next
      // number.
      const option = position === 0 ? completions.length : position
      options.push({ step: index, option, text, source: null })
      annotation.optionRatings.push({ step: index, position, option, rating, flagged })
    })
  })
  options.sort((left, right) => left.step - right.step || left.option - right.option)
  return {
    ...emptySolution,
    flow: 'solution',
    steps: question.pre_generated_steps,
    options,
    answer: question.pre_generated_answer,
    score: question.pre_generated_verifier_score,
    annotations: [annotation],
  }
}

/** Phase 1: options at each step, one of them chosen. */
export function readPhase1Solution(line: Phase1Line): SolutionRecord {
  const { steps } = line.label
  const annotation = readAnnotation(line)
  const options: SolutionRecord['options'] = []
  steps.forEach((step, index) => {
    const onPath = findPathOption(step)
    annotation.ratings.push(onPath?.rating ?? null)
    annotation.flagged.push(onPath?.flagged ?? null)
    step.completions?.forEach(({ text, rating, flagged }, option) => {
      options.push({ step: index, option, text, source: null })
      annotation.optionRatings.push({ step: index, position: option, option, rating, flagged })
    })
  })
  // After a give-up, some lines end with a step of nulls: visited, but not a step.
  const stepCount = steps.findLastIndex((step) => step.completions ?? step.human_completion) + 1
  const last = steps.map(findPathOption).findLast((onPath) => onPath !== null)
  return {
    ...emptySolution,
    flow: 'step_choice',
    steps: steps.slice(0, stepCount).map((step) => step.completions?.[0]?.text ?? ''),
    options,
    answer: last ? readAnswer(last.text) : null,
    annotations: [annotation],
  }
}

const emptySolution = {
  externalId: null,
  text: null,
  explanations: [],
  isCorrect: null,
  score: null,
  stepScores: null,
  generator: null,
  metadata: {},
  isIdentifiedByAnswer: true,
} satisfies Partial<SolutionRecord>

/**
 * The option that the solution continued with; null if none was chosen. A human option counts as
 * +1.
 */
function findPathOption({ completions, human_completion: human, chosen_completion }: Prm800kStep) {
  if (chosen_completion !== null) return completions?.[chosen_completion] ?? null
  return human && { text: human.text, rating: 1 as const, flagged: human.flagged }
}

/** The final answer in a last step: after `# Answer`, at its beginning or after a blank line. */
function readAnswer(text: string): string | null {
  const answerHeading = '# Answer\n\n'
  if (text.startsWith(answerHeading)) return text.slice(answerHeading.length)
  const position = text.indexOf(`\n\n${answerHeading}`)
  return position < 0 ? null : text.slice(position + 2 + answerHeading.length)
}

/**
 * The annotation except `ratings`, `flagged` and `optionRatings`, which the phases read
 * differently.
 */
function readAnnotation(line: Phase1Line | Phase2Line): AnnotationRecord {
  const { label } = line
  return {
    labeler: line.labeler,
    timestamp: line.timestamp,
    generation: line.generation,
    isQualityControl: line.is_quality_control_question,
    isScreening: line.is_initial_screening_question,
    finishReason: label.finish_reason,
    totalTimeMs: label.total_time,
    ratings: [],
    flagged: [],
    chosenPositions: label.steps.map((step) => step.chosen_completion),
    optionCounts: label.steps.map((step) => step.completions?.length ?? null),
    optionRatings: [],
    humanOptions: label.steps.flatMap(({ human_completion: human }, step) =>
      human === null
        ? []
        : [
            {
              step,
              text: human.text,
              flagged: human.flagged,
              correctedRating: human.corrected_rating,
            },
          ],
    ),
  }
}
