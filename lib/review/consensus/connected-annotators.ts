/**
 * For each annotator, how many annotators the shared solutions connect with them, directly or through others. Counts
 * themselves.
 *
 * @param voters annotator of each vote, by solution
 * @param firstVotes begin of the votes of each solution, and the end of the last
 */
export function countConnectedAnnotators(
  annotators: number,
  voters: ArrayLike<number>,
  firstVotes: readonly number[],
): number[] {
  const parents = Array.from({ length: annotators }, (_, i) => i)
  const findRoot = (person: number) => {
    let root = person
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  for (let i = 0; i + 1 < firstVotes.length; i++)
    for (let vote = firstVotes[i]! + 1; vote < firstVotes[i + 1]!; vote++)
      parents[findRoot(voters[vote]!)] = findRoot(voters[vote - 1]!)
  const roots = parents.map((_, person) => findRoot(person))
  const sizes = new Map<number, number>()
  for (const root of roots) sizes.set(root, (sizes.get(root) ?? 0) + 1)
  return roots.map((root) => sizes.get(root)!)
}
