import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const repetitions = 20
/** Real data, in a folder next to the repository. */
const mathAnswers = join(repositoryRoot, '..', 'shared', 'data', 'math500', 'test.jsonl')

type Pair = readonly [answer: string, referenceAnswer: string]

/**
 * Pairs of answers graded per second, compared with comparing their text, and the time of the
 * slowest 1%.
 */
export function benchGrading(): void {
  const { answers, source } = readAnswers()
  const pairs = answers.flatMap((answer, i): Pair[] => [
    [answer, answer],
    [rewriteNotation(answer), answer],
    [answers[(i * 7 + 1) % answers.length]!, answer],
  ])
  console.log(
    `\n${pairs.length.toLocaleString('en')} pairs of ${source}: unchanged, in other notation, of another problem`,
  )
  const times: number[] = []
  const gradedMs = timeRounds(pairs, ([answer, referenceAnswer]) => {
    const startedAt = performance.now()
    gradeAnswer(answer, referenceAnswer)
    times.push(performance.now() - startedAt)
  })
  let equalCount = 0
  const floorMs = timeRounds(pairs, ([answer, referenceAnswer]) => {
    if (answer.replace(/\s+/g, '') === referenceAnswer.replace(/\s+/g, '')) equalCount += 1
  })
  const wholeNumbersMs = timeRounds(
    pairs,
    (_pair, i) => void gradeAnswer(String(i % 977), String((i * 31) % 977)),
  )
  times.sort((a, b) => a - b)
  const quantile = (share: number) =>
    `${(times[Math.floor((times.length - 1) * share)]! * 1000).toFixed(0)} µs`
  console.log(`  graded                       ${formatRate(gradedMs, pairs)}`)
  console.log(`  whole numbers                ${formatRate(wholeNumbersMs, pairs)}`)
  console.log(
    `  floor: text compared         ${formatRate(floorMs, pairs)}  (${equalCount / repetitions} the same)`,
  )
  console.log(
    `  a pair takes                 p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, at most ${quantile(1)}`,
  )
}

function readAnswers(): { answers: string[]; source: string } {
  if (!existsSync(mathAnswers)) {
    const answers = Array.from({ length: 500 }, (_, i) => makeAnswer(i))
    return { answers, source: 'generated answers' }
  }
  const lines = readFileSync(mathAnswers, 'utf8').split('\n').filter(Boolean)
  const answers = lines.map((line) => (JSON.parse(line) as { answer: string }).answer)
  return { answers, source: `the ${answers.length} MATH answers` }
}

function makeAnswer(i: number): string {
  const forms = [
    `${i}`,
    `\\frac{${i}}{7}`,
    `${i}\\sqrt{3}`,
    `(${i}, \\frac{\\pi}{2})`,
    `x^2 + ${i}x - 1`,
  ]
  return forms[i % forms.length]!
}

/** The same answer in other notation. */
const rewriteNotation = (answer: string) =>
  ` ${answer.replaceAll('\\frac', '\\dfrac').replaceAll(' ', '').replaceAll(',', ', ')} `

/** Milliseconds of all repetitions except the first, which warms up. */
function timeRounds(pairs: readonly Pair[], run: (pair: Pair, i: number) => void): number {
  pairs.forEach(run)
  const startedAt = performance.now()
  for (let repetition = 1; repetition < repetitions; repetition++) pairs.forEach(run)
  return performance.now() - startedAt
}

function formatRate(ms: number, pairs: readonly Pair[]): string {
  const perSecond = (pairs.length * (repetitions - 1)) / (ms / 1000)
  return `${Math.round(perSecond).toLocaleString('en').padStart(12)} pairs/s`
}
