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
  const addOption = (
    flag: string,
    value: string | number | null | undefined,
    defaultValue?: string | number,
  ) => {
    if (value !== null && value !== undefined && value !== defaultValue)
      parts.push(`--${flag} ${value}`)
  }
  const [firstSlice] = slices
  if (exploration === 1) addOption('policy', 'random')
  else if (slices.length > 1 || firstSlice?.policy !== 'convincing-wrong')
    for (const slice of slices) addOption('policy', `${slice.policy}:${slice.share}`)
  addOption('size', size)
  addOption('exploration', exploration === 1 ? null : exploration, 0.1)
  if (perProblem === null) parts.push('--no-per-problem')
  else addOption('per-problem', perProblem, 1)
  const { source = 'imported', aggregation, neutral } = scores ?? {}
  const isRun = source !== 'imported' && source !== 'none'
  addOption('scores', isRun ? findRunNumber(source) : source, 'imported')
  addOption('aggregation', aggregation, defaultPolicyFields.aggregation)
  addOption('neutral', neutral, defaultPolicyFields.neutral)
  addOption('annotators', overlap?.annotators)
  addOption('extra-overlap', overlap?.share, 0)
  addOption('extra-annotators', overlap?.share ? overlap.extraAnnotators : null)
  addOption('seed', seed, 1)
  return parts.join(' ')
}
