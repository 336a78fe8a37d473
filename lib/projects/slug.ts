const slugMaxLength = 60

/** Derives a slug from a name: `Competition maths, 2026` becomes `competition-maths-2026`. */
export function makeProjectSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugMaxLength)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}
