/**
 * Whether the header `If-None-Match` names the tag (RFC 9110, section 13.1.2): `*`, or one of a list, compared weakly, as
 * what stands between may have weakened it.
 *
 * @param tag a strong one, in its quotes
 */
export function namesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const named = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return named.some((each) => each.replace(/^W\//, '') === tag)
}
