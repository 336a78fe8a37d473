import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { gradeAnswer } from './grade-answer'

/** Counts the verdicts on the pairs of a file, one per line, separated by ` ## `. Grades each pair in both orders. */
function countVerdicts(file: string) {
  const path = join(repositoryRoot, 'lib', 'grading', 'testing', 'pairs', file)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const counts = { all: lines.length, correct: 0, wrong: 0, unsure: 0 }
  for (const line of lines) {
    const [answer, reference] = line.split(' ## ') as [string, string]
    const { verdict } = gradeAnswer(answer, reference)
    expect(gradeAnswer(reference, answer).verdict, line).toBe(verdict)
    counts[verdict] += 1
  }
  return counts
}

/** docs/grading.md#measured has the measured shares. */
test.each([
  ['equal-ordinary.txt', 0.98, 0.005],
  ['equal-hard.txt', 0.9, 0.005],
])(
  'in %s, grading accepts at least a share of %d of the equal pairs and rejects at most %d, in both orders',
  (file, accepted, rejected) => {
    const { all, correct, wrong } = countVerdicts(file)
    expect(correct / all).toBeGreaterThanOrEqual(accepted)
    expect(wrong / all).toBeLessThanOrEqual(rejected)
  },
)

test('grading accepts none of the unequal pairs, and rejects at least 85% of them, in both orders', () => {
  const { all, correct, wrong } = countVerdicts('unequal.txt')
  expect(correct).toBe(0)
  expect(wrong / all).toBeGreaterThanOrEqual(0.85)
})
