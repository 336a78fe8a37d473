type Rating = -1 | 0 | 1 | null

export interface LineAnnotation {
  labeler: string
  problem?: string
  steps?: number
  /** Of every visited step. */
  ratings: Rating[]
  reason?: 'solution' | 'found_error' | 'give_up' | 'bad_problem'
  timestamp?: string
  isQualityControl?: boolean
  isScreening?: boolean
}

/** A line of PRM800K, phase 2. */
export function makePhase2Line(annotation: LineAnnotation) {
  const {
    labeler,
    problem = 'How much is 1 + 1?',
    steps = 3,
    ratings,
    reason,
    timestamp,
  } = annotation
  const texts = Array.from({ length: steps }, (_, step) => `Step ${step + 1}.`)
  return {
    labeler,
    timestamp: timestamp ?? '2022-07-30T23:00:32.118856',
    generation: 1,
    is_quality_control_question: annotation.isQualityControl ?? false,
    is_initial_screening_question: annotation.isScreening ?? false,
    question: {
      problem,
      ground_truth_solution: null,
      ground_truth_answer: '2',
      pre_generated_steps: texts,
      pre_generated_answer: '2',
      pre_generated_verifier_score: 0.5,
    },
    label: {
      steps: ratings.map((rating, step) => ({
        completions: [{ text: texts[step] ?? 'More.', rating, flagged: false }],
        human_completion: null,
        chosen_completion: rating === -1 ? null : 0,
      })),
      total_time: 1000,
      finish_reason: reason ?? (ratings.includes(-1) ? 'found_error' : 'solution'),
    },
  }
}
