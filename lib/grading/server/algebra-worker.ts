import { parentPort } from 'node:worker_threads'
import { type Expression, ComputeEngine } from '@cortex-js/compute-engine'

// A thread of its own, ended from outside when it takes too long. Node runs this file as it stands: no '@/' in it.

interface Question {
  id: number
  a: string
  b: string
}

const engine = new ComputeEngine()
const isZero = (expression: Expression) => expression.json === 0

/** Whether the difference of the two comes to exactly 0. */
function isSame(a: Expression, b: Expression): boolean {
  if (isZero(engine.expr(['Subtract', a, b]).simplify())) return true
  return isZero(engine.expr(['Subtract', a.evaluate(), b.evaluate()]).simplify())
}

parentPort?.on('message', ({ id, a, b }: Question) => {
  let answer = false
  try {
    const [x, y] = [engine.parse(a), engine.parse(b)]
    answer = x.isValid && y.isValid && isSame(x, y)
  } catch {
    // What it cannot read or work out, it has no opinion on.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage({ id, answer })
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage({ id: 0, answer: false })
