import fc from 'fast-check'
import { dumpPythonJson, PythonFloat, type PythonJsonValue } from '@/lib/formats/python-json'
import { anyCharacter } from '@/lib/platform/testing/any-character'

/*
 * Random lines of PRM800K in every documented shape, including irregular labels, as Python writes
 * them.
 */

/**
 * Any text that can be stored: no NUL, no lone surrogates; including quotes, controls and
 * characters beyond U+FFFF.
 */
export const anyStorableText = fc
  .oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('−½ ∪ 😀', '# Answer\n\n7', '\\n"'),
  )
  .map((text) => text.replaceAll('\0', ''))

const rating = fc.constantFrom(-1, 0, 1, null)
const flag = fc.constantFrom(true, false, null)
const problem = anyStorableText.map((text) => `p${text}`)
const anyTextOrNull = fc.option(anyStorableText)

const completion = fc.record({ text: anyStorableText, rating, flagged: flag })

const human = fc
  .record({
    text: anyStorableText,
    flagged: fc.boolean(),
    corrected: fc.constantFrom(-1, 0, 1, undefined),
  })
  .map(({ text, flagged, corrected }): PythonJsonValue => {
    const shape = { text, rating: null, source: 'human', flagged }
    return corrected === undefined ? shape : { ...shape, corrected_rating: corrected }
  })

/** `choice`, any number, selects one of the completions. */
function buildStep(
  completions: PythonJsonValue[] | null,
  human_completion: PythonJsonValue,
  choice: number | null,
): PythonJsonValue {
  const count = completions?.length ?? 0
  const chosen_completion = choice === null || count === 0 ? null : choice % count
  return { completions, human_completion, chosen_completion }
}

const choice = fc.option(fc.nat({ max: 9 }), { freq: 3 })

const phase1Step = fc
  .tuple(fc.option(fc.array(completion, { maxLength: 4 }), { freq: 8 }), fc.option(human), choice)
  .map(([completions, written, chosen]) => buildStep(completions, written, chosen))

const score = fc.option(
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 1, 1e-5, 5.5e-7, 1e-4),
  ),
)

const phase1 = fc
  .record({ problem, answer: anyTextOrNull, steps: fc.array(phase1Step, { maxLength: 4 }) })
  .map(({ problem, answer, steps }) => ({
    question: { problem, ground_truth_answer: answer },
    steps,
  }))

const phase2 = fc
  .record({
    problem,
    solution: anyTextOrNull,
    answer: anyTextOrNull,
    texts: fc.array(anyStorableText, { minLength: 1, maxLength: 5 }),
    solutionAnswer: anyTextOrNull,
    score,
    labels: fc.array(
      fc.record({
        own: completion,
        isOther: fc.boolean(),
        others: fc.array(completion, { maxLength: 3 }),
        choice,
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ problem, solution, answer, texts, solutionAnswer, score, labels }) => ({
    question: {
      problem,
      ground_truth_solution: solution,
      ground_truth_answer: answer,
      pre_generated_steps: texts,
      pre_generated_answer: solutionAnswer,
      pre_generated_verifier_score: score === null ? null : new PythonFloat(score),
    },
    steps: labels.map(({ own, isOther, others, choice }, index) => {
      const text = isOther ? own.text : (texts[index] ?? own.text)
      return buildStep([{ ...own, text }, ...others], null, choice)
    }),
  }))

/** A line without its newline. */
export const anyPrm800kLine: fc.Arbitrary<string> = fc
  .record({
    labeler: fc.uuid(),
    timestamp: fc.constantFrom('2022-07-30T23:23:32.118856', '2023-01-01T00:00:00'),
    generation: fc.option(fc.integer({ min: -1, max: 9 })),
    isControl: fc.boolean(),
    isScreening: fc.boolean(),
    phase: fc.oneof<fc.Arbitrary<{ question: PythonJsonValue; steps: PythonJsonValue[] }>[]>(
      phase1,
      phase2,
    ),
    time: fc.nat(),
    finish_reason: fc.constantFrom('solution', 'found_error', 'give_up', 'bad_problem'),
  })
  .map((line) =>
    dumpPythonJson({
      labeler: line.labeler,
      timestamp: line.timestamp,
      generation: line.generation,
      is_quality_control_question: line.isControl,
      is_initial_screening_question: line.isScreening,
      question: line.phase.question,
      label: {
        steps: line.phase.steps,
        total_time: line.time,
        finish_reason: line.finish_reason,
      },
    }),
  )
