import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutation } from './mutation'

const countOccurrences = (text: string, part: string) => text.split(part).length - 1

/** Why a mutation cannot be applied to the text of its file; null if it can. */
export function findMutationMismatch(
  { file, from, also = [] }: Mutation,
  text: string,
): string | null {
  for (const part of [from, ...also.map((change) => change.from)]) {
    const times = countOccurrences(text, part)
    if (times !== 1)
      return `${file} contains this text ${times} times instead of once: ${JSON.stringify(part)}. The source has changed, so update the mutation.`
  }
  return null
}

/** @throws Error if the source no longer matches */
export function mutateText(mutation: Mutation, text: string): string {
  const mismatch = findMutationMismatch(mutation, text)
  if (mismatch !== null) throw new Error(mismatch)
  let mutatedText = text
  // Not `replace`: "$&" in a replacement has a meaning there.
  for (const { from, to } of [mutation, ...(mutation.also ?? [])])
    mutatedText = mutatedText.split(from).join(to)
  return mutatedText
}

/** Changes the file below `root`. Returns a function that restores it. */
export function applyMutation(root: string, mutation: Mutation): () => void {
  const path = join(root, mutation.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, mutateText(mutation, text))
  return () => writeFileSync(path, text)
}
