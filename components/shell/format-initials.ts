/** `Amara Okafor` to `AO`, `Mei` to `M`. */
export function formatInitials(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  const initialParts = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : [nameParts[0]]
  return initialParts.map((part) => [...(part ?? '')][0]?.toUpperCase() ?? '').join('') || '·'
}
