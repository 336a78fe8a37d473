import { parentPort } from 'node:worker_threads'
import { type Expression, ComputeEngine } from '@cortex-js/compute-engine'

// Runs in its own thread, which is terminated if it takes too long.

interface Question {
  id: number
  a: string
  b: string
}

/** One formula of each kind, to warm up code before CPU time is measured. */
const warmUpPairs = [
  ['\\int_0^2 x^2\\,dx', '\\frac{8}{3}'],
  ['\\int_0^\\pi x\\sin x\\,dx', '\\pi'],
  ['\\lim_{x\\to 0}\\frac{\\sin x}{x}', '1'],
  ['\\frac{d}{dx} x^3\\ln x', '3x^2\\ln x+x^2'],
  ['\\sum_{k=1}^{10} k^2', '385'],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}^2', '\\begin{pmatrix}7&10\\\\15&22\\end{pmatrix}'],
] as const

const engine = new ComputeEngine()
const isZero = (expression: Expression) => expression.json === 0

/** Whether the difference simplifies to exactly 0. */
function isSame(a: Expression, b: Expression): boolean {
  if (isZero(engine.expr(['Subtract', a, b]).simplify())) return true
  return isZero(engine.expr(['Subtract', a.evaluate(), b.evaluate()]).simplify())
}

function answerQuestion(a: string, b: string): boolean {
  try {
    const [x, y] = [engine.parse(a), engine.parse(b)]
    return x.isValid && y.isValid && isSame(x, y)
  } catch {
    // The engine can't read or compute one of the formulas.
    return false
  }
}

parentPort?.on('message', ({ id, a, b }: Question) => {
  const answer = answerQuestion(a, b)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage({ id, answer })
})
for (const [a, b] of warmUpPairs) answerQuestion(a, b)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage({ id: 0, answer: false })
