/** PRM800K lines of different problems, labelled to the end or to an error. */
export function makeLabelledLines(from: number, count: number) {
  return Array.from({ length: count }, (_, i) => makeLabelledLine(from + i))
}

function makeLabelledLine(i: number) {
  const ratings = i % 2 === 0 ? [1, 0, 1] : [1, -1]
  const texts = ratings.map((_, step) => `Step ${step + 1} of ${i}.`)
  return {
    labeler: 'e90a38f3-3135-4465-87af-3e6322e3d772',
    timestamp: `2022-07-30T23:${String(i % 60).padStart(2, '0')}:32.118856`,
    generation: 1,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem: `How much is ${i} + ${i}?`,
      ground_truth_solution: `It is ${2 * i}.`,
      ground_truth_answer: String(2 * i),
      pre_generated_steps: i % 2 === 0 ? texts : [...texts, `# Answer\n\n${i}`],
      pre_generated_answer: String(i),
      pre_generated_verifier_score: 0.5,
    },
    label: {
      steps: texts.map((text, step) => ({
        completions: [{ text, rating: ratings[step], flagged: false }],
        human_completion: null,
        chosen_completion: ratings[step] === -1 ? null : 0,
      })),
      total_time: 1000,
      finish_reason: i % 2 === 0 ? 'solution' : 'found_error',
    },
  }
}
