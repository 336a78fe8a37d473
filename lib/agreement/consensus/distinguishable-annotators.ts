/**
 * For each annotator, whether the solutions that they share with others can show who is more accurate. That takes a
 * solution with three annotations, or a cycle of an odd number of annotators (A and B, B and C, C and A). Otherwise the
 * annotators form two groups that only meet each other, and the votes fit as well if one group is more accurate and the
 * other less.
 *
 * @param voters annotator of each vote, by pattern of votes
 * @param firstVotes start of the votes of each pattern, and the end of the last
 */
export function findDistinguishableAnnotators(
  annotators: number,
  voters: ArrayLike<number>,
  firstVotes: readonly number[],
): boolean[] {
  const parents = Array.from({ length: annotators }, (_, i) => i)
  /** Whether an annotator is in the other group than their parent. */
  const isOpposite = Array.from({ length: annotators }, () => false)
  const hasOddCycle = Array.from({ length: annotators }, () => false)
  const findRoot = (person: number) => {
    let [root, isOther] = [person, false]
    while (parents[root] !== root) {
      isOther = isOther !== isOpposite[root]!
      root = parents[root]!
    }
    parents[person] = root
    isOpposite[person] = isOther
    return { root, isOther }
  }
  for (let i = 0; i + 1 < firstVotes.length; i++) {
    const [begin, end] = [firstVotes[i]!, firstVotes[i + 1]!]
    for (let vote = begin + 1; vote < end; vote++) {
      const [a, b] = [findRoot(voters[vote - 1]!), findRoot(voters[vote]!)]
      const isOdd = end - begin > 2 || (a.root === b.root && a.isOther === b.isOther)
      hasOddCycle[a.root] = isOdd || hasOddCycle[a.root]! || hasOddCycle[b.root]!
      if (a.root === b.root) continue
      parents[b.root] = a.root
      isOpposite[b.root] = a.isOther === b.isOther
    }
  }
  return parents.map((_, person) => hasOddCycle[findRoot(person).root]!)
}
