import fc from 'fast-check'
import { dumpPythonJson, PythonFloat } from '@/lib/formats/python-json'
import { anyPrm800kLine } from '@/lib/formats/testing/any-prm800k-line'

/** Number of different lines of odd shapes. They are repeated with different problems. */
const oddLineCount = 400
const seed = 800_000
const blockBytes = 4 * 1024 ** 2
const problemKey = '"question": {"problem": "'

/**
 * A PRM800K file of at least this size, in blocks of whole lines. One line in three has an odd
 * shape, the others have a usual length of some KB. The same bytes each time, and no solution
 * twice.
 */
export function* writeLongPrm800k(bytes: number): Generator<Buffer> {
  const oddLines = fc.sample(anyPrm800kLine, { numRuns: oddLineCount, seed })
  let [lines, pendingBytes, writtenBytes]: [string[], number, number] = [[], 0, 0]
  for (let i = 0; writtenBytes < bytes; i++) {
    const line = i % 3 === 0 ? nameProblem(oddLines[(i / 3) % oddLineCount]!, i) : writeUsualLine(i)
    lines.push(`${line}\n`)
    pendingBytes += line.length + 1
    if (pendingBytes < blockBytes && writtenBytes + pendingBytes < bytes) continue
    // Lines are ASCII only, so that their length is their number of bytes.
    const block = Buffer.from(lines.join(''), 'latin1')
    writtenBytes += block.length
    yield block
    ;[lines, pendingBytes] = [[], 0]
  }
}

function nameProblem(line: string, i: number): string {
  const offset = line.indexOf(problemKey) + problemKey.length
  return `${line.slice(0, offset)}${i}: ${line.slice(offset)}`
}

function writeUsualLine(i: number): string {
  const steps = Array.from({ length: 6 + (i % 9) }, (_, step) => writeStep(i, step))
  const errorStep = i % 5 === 0 ? steps.length - 1 : null
  return dumpPythonJson({
    labeler: `00000000-0000-4000-8000-${String(i % 40).padStart(12, '0')}`,
    timestamp: '2022-07-30T23:23:32.118856',
    generation: i % 10,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem: `${i}: Let $f(x) = x^2 + ${i}x − ½$. For which “x” is $f(x) < ${i % 97}$?`,
      ground_truth_solution: 'We complete the square.\n\nSo $x = \\boxed{3}$.',
      ground_truth_answer: '3',
      pre_generated_steps: steps,
      pre_generated_answer: '4',
      pre_generated_verifier_score: new PythonFloat(((i * 7919) % 100_003) / 100_003),
    },
    label: {
      steps: steps.map((text, step) => {
        const isError = step === errorStep
        const otherCompletions = [1, 2, 3].map((optionNumber) => ({
          text: `Or otherwise (${optionNumber}): ${writeStep(i + optionNumber, step)}`,
          rating: ((i + optionNumber + step) % 3) - 1,
          flagged: optionNumber % 2 === 0,
        }))
        const ownCompletion = { text, rating: isError ? -1 : (i + step) % 2, flagged: null }
        return {
          completions: isError ? [ownCompletion, ...otherCompletions] : [ownCompletion],
          human_completion: null,
          chosen_completion: isError ? null : 0,
        }
      }),
      total_time: 1_000 * (i % 600),
      finish_reason: errorStep === null ? 'solution' : 'found_error',
    },
  })
}

const writeStep = (i: number, step: number): string =>
  `${step + 1}. From $x_{${step}} \\le ${i + step}$ it follows, as “the square” is never below zero, that ` +
  `\\[ \\sum_{k=${step}}^{${i % 50}} \\frac{${i}}{k + ${step + 1}} \\approx ${(i * 31 + step * 17) % 9973} \\]\n` +
  'and this holds for every $x$ that we look at 😀.'
