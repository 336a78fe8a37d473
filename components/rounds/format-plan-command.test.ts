import { expect, test } from 'vitest'
import { formatPlanCommand } from './format-plan-command'
import { checkPolicyFields, defaultPolicyFields, type PolicyFields } from './policy-fields'

const baseCommand = 'npm run -s stepmark -- round plan --project maths'
const formatCommand = (changes: Partial<PolicyFields> = {}) =>
  formatPlanCommand(
    'maths',
    checkPolicyFields({ ...defaultPolicyFields, ...changes }, 1).policy,
    (run) => (run === 'a-run' ? 3 : null),
  )
const { shares } = defaultPolicyFields

test.each<[Partial<PolicyFields>, string]>([
  [{}, ''],
  [{ source: 'none', exploration: '0' }, ' --exploration 0 --scores none'],
  [
    { source: 'a-run', aggregation: 'minimum', neutral: 'negative' },
    ' --scores 3 --aggregation minimum --neutral negative',
  ],
  [{ perProblem: '', size: '1,200' }, ' --size 1200 --no-per-problem'],
  [{ exploration: '100' }, ' --policy random'],
  [{ shares: { ...shares, 'convincing-wrong': '', uncertain: '100' } }, ' --policy uncertain:1'],
  [
    { shares: { ...shares, 'convincing-wrong': '80', uncertain: '20' } },
    ' --policy convincing-wrong:0.8 --policy uncertain:0.2',
  ],
  [
    { annotators: '2', extraOverlapShare: '25', annotatorsWithExtraOverlap: '3' },
    ' --annotators 2 --extra-overlap 0.25 --extra-annotators 3',
  ],
  [{ seed: '7' }, ' --seed 7'],
])('the policy %j is written as options of `stepmark round plan`', (changes, options) => {
  expect(formatCommand(changes)).toBe(`${baseCommand}${options}`)
})
