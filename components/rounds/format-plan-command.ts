import { defaultPolicyFields, type PolicyInput } from './policy-fields'

/**
 * Formats the CLI command that creates the same plan. Omits default values.
 *
 * @param findRunNumber returns the number of a score run by its id, or null
 */
export function formatPlanCommand(
  slug: string,
  policy: PolicyInput,
  findRunNumber: (run: string) => number | null,
): string {
  const { scores, slices = [], size, exploration, perProblem, overlap, seed } = policy
  const parts = [`npm run -s stepmark -- round plan --project ${slug}`]
  const add = (
    flag: string,
    value: string | number | null | undefined,
    defaultValue?: string | number,
  ) => {
    if (value !== null && value !== undefined && value !== defaultValue)
      parts.push(`--${flag} ${value}`)
  }
  const [first] = slices
  if (exploration === 1) add('policy', 'random')
  else if (slices.length > 1 || first?.policy !== 'convincing-wrong')
    for (const slice of slices) add('policy', `${slice.policy}:${slice.share}`)
  add('size', size)
  add('exploration', exploration === 1 ? null : exploration, 0.1)
  if (perProblem === null) parts.push('--no-per-problem')
  else add('per-problem', perProblem, 1)
  const { source = 'imported', aggregation, neutral } = scores ?? {}
  const isRun = source !== 'imported' && source !== 'none'
  add('scores', isRun ? findRunNumber(source) : source, 'imported')
  add('aggregation', aggregation, defaultPolicyFields.aggregation)
  add('neutral', neutral, defaultPolicyFields.neutral)
  add('annotators', overlap?.annotators)
  add('extra-overlap', overlap?.share, 0)
  add('extra-annotators', overlap?.share ? overlap.extraAnnotators : null, 2)
  add('seed', seed, 1)
  return parts.join(' ')
}
