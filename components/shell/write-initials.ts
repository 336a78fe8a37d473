/** `Amara Okafor` to `AO`, `Mei` to `M`. */
export function writeInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '·'
}
