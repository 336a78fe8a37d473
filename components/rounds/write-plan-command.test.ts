import { expect, test } from 'vitest'
import { checkPolicy, defaultFields, type PolicyFields } from './policy-fields'
import { writePlanCommand } from './write-plan-command'

const start = 'npm run -s stepmark -- round plan --project maths'
const write = (changed: Partial<PolicyFields> = {}) =>
  writePlanCommand('maths', checkPolicy({ ...defaultFields, ...changed }).policy, (run) =>
    run === 'a-run' ? 3 : null,
  )
const { shares } = defaultFields

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
    { people: '2', sharedShare: '25', sharedPeople: '3' },
    ' --people 2 --shared-share 0.25 --shared-people 3',
  ],
  [{ seed: '7' }, ' --seed 7'],
])('%j as a command', (changed, words) => {
  expect(write(changed)).toBe(`${start}${words}`)
})
