import { consensusFileName } from '@/lib/exports/consensus-names'

/** Files next to the dataset card. All others are in `data/`, where the hub's viewer expects them. */
const topLevelFiles = new Set([
  'README.md',
  'manifest.json',
  'SHA256SUMS',
  'annotations.jsonl',
  consensusFileName,
])

/** Path of a release file in a repository of the hub. */
export function getHubPath(name: string): string {
  return topLevelFiles.has(name) ? name : `data/${name}`
}

/** Replaces file names in a text of the release by their paths on the hub. */
export function replaceFileNamesByHubPaths(text: string, names: readonly string[]): string {
  return names.reduce((result, name) => {
    const path = getHubPath(name)
    if (path === name) return result
    const namePattern = new RegExp(`(?<![\\w./-])${escape(name)}(?![\\w-]|\\.\\w)`, 'g')
    return result.replace(namePattern, path)
  }, text)
}

/** `SHA256SUMS` with paths on the hub and the sum of the card as changed for the hub. */
export function makeHubChecksums(
  sums: string,
  names: readonly string[],
  cardChecksum: string,
): string {
  return replaceFileNamesByHubPaths(sums, names).replace(
    /^[0-9a-f]{64}(?= [ *]README\.md$)/m,
    cardChecksum,
  )
}

const escape = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
