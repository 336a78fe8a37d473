import { defaultFields, type SentPolicy } from './policy-fields'

/**
 * The same plan from a terminal; what stands as it would anyway is left out.
 *
 * @param nameRun number of a score run, by its id; null: it is none of these
 */
export function writePlanCommand(
  slug: string,
  policy: SentPolicy,
  nameRun: (run: string) => number | null,
): string {
  const { scores, slices = [], size, exploration, perProblem, overlap, seed } = policy
  const words = [`npm run -s stepmark -- round plan --project ${slug}`]
  const add = (
    flag: string,
    value: string | number | null | undefined,
    usual?: string | number,
  ) => {
    if (value !== null && value !== undefined && value !== usual) words.push(`--${flag} ${value}`)
  }
  const [first] = slices
  if (exploration === 1) add('policy', 'random')
  else if (slices.length > 1 || first?.policy !== 'convincing-wrong')
    for (const slice of slices) add('policy', `${slice.policy}:${slice.share}`)
  add('size', size)
  add('exploration', exploration === 1 ? null : exploration, 0.1)
  if (perProblem === null) words.push('--no-per-problem')
  else add('per-problem', perProblem, 1)
  const { source = 'imported', aggregation, neutral } = scores ?? {}
  const isRun = source !== 'imported' && source !== 'none'
  add('scores', isRun ? nameRun(source) : source, 'imported')
  add('aggregation', aggregation, defaultFields.aggregation)
  add('neutral', neutral, defaultFields.neutral)
  add('people', overlap?.people)
  add('shared-share', overlap?.share, 0)
  add('shared-people', overlap?.share ? overlap.sharedPeople : null, 2)
  add('seed', seed, 1)
  return words.join(' ')
}
