/**
 * Whether the header `If-None-Match` matches the tag (RFC 9110, section 13.1.2): `*`, or a list in which one tag
 * matches. The comparison is weak because a proxy may have weakened the tag.
 *
 * @param tag a strong tag, in quotes
 */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((each) => each.replace(/^W\//, '') === tag)
}
