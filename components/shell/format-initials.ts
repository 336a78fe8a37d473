/** `Amara Okafor` to `AO`, `Mei` to `M`. */
export function formatInitials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const nameParts = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return nameParts.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '·'
}
