import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'

/**
 * Solutions with four calculations each. Every second solution has one false calculation, at a different step each time: so
 * easy that any scorer must learn it. Deterministic; solutions 2k and 2k + 1 share a problem.
 */
export function makeArithmeticSolutions(count: number): TrainingExample[] {
  return Array.from({ length: count }, (_, i) => {
    const error = i % 2 === 0 ? null : (i >> 1) % 4
    const steps = Array.from({ length: 4 }, (_each, step) => {
      const [a, b] = [3 + ((i * 7 + step * 5) % 40), 2 + ((i * 11 + step * 3) % 30)]
      return `${openings[(i + step) % openings.length]} ${a} * ${b} = ${a * b + (step === error ? 1 + (i % 5) : 0)}.`
    })
    return {
      problemId: `problem-${i >> 1}`,
      problem: `Compute four products, number ${i >> 1}.`,
      steps,
      ratings: steps.slice(0, error === null ? 4 : error + 1).map((_each, step) => {
        if (step === error) return -1
        return (i + step) % 5 === 0 ? 0 : 1
      }),
    }
  })
}

const openings = ['We see that', 'So', 'Next,', 'This gives']
