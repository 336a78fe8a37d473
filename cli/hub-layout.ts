import { consensusFileName } from '@/lib/exports/consensus-names'

/** These stand beside the dataset card, all others in `data/`, where the hub's viewer looks for them. */
const atTop = new Set([
  'README.md',
  'manifest.json',
  'SHA256SUMS',
  'annotations.jsonl',
  consensusFileName,
])

/** Where a file of a release stands in a repository of the hub. */
export function placeOnHub(name: string): string {
  return atTop.has(name) ? name : `data/${name}`
}

/** A text of the release that names its files, naming them as they stand on the hub. */
export function nameAsOnHub(text: string, names: readonly string[]): string {
  return names.reduce((moved, name) => {
    const place = placeOnHub(name)
    if (place === name) return moved
    const whole = new RegExp(`(?<![\\w./-])${escape(name)}(?![\\w-]|\\.\\w)`, 'g')
    return moved.replace(whole, place)
  }, text)
}

/** `SHA256SUMS` for the hub: with the places there, and the sum of the card as it reads there. */
export function sumAsOnHub(sums: string, names: readonly string[], cardSum: string): string {
  return nameAsOnHub(sums, names).replace(/^[0-9a-f]{64}(?= [ *]README\.md$)/m, cardSum)
}

const escape = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
