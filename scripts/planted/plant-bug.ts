import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlantedBug } from './planted-bug'

const count = (text: string, part: string) => text.split(part).length - 1

/** Why a bug cannot be planted in a text, in words; null where it can. */
export function findMisfit({ file, from, also = [] }: PlantedBug, text: string): string | null {
  for (const part of [from, ...also.map((change) => change.from)]) {
    const times = count(text, part)
    if (times !== 1)
      return `${file} has ${times} times what stands there once: ${JSON.stringify(part)}. The source changed; write the bug anew.`
  }
  return null
}

/** @throws Error where the source is another by now */
export function changeText(bug: PlantedBug, text: string): string {
  const misfit = findMisfit(bug, text)
  if (misfit !== null) throw new Error(misfit)
  let changed = text
  // Not as a pattern of replacement: "$&" would mean something.
  for (const { from, to } of [bug, ...(bug.also ?? [])]) changed = changed.split(from).join(to)
  return changed
}

/** Changes the file below `root`, and gives what puts it back. */
export function plantBug(root: string, bug: PlantedBug): () => void {
  const path = join(root, bug.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, changeText(bug, text))
  return () => writeFileSync(path, text)
}
