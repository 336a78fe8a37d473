const placeholderOrigin = 'http://stepmark.invalid'

/**
 * Where to go after sign-in: a path on this server. Leads to the projects if the path is missing or the sign-in page, or if a
 * browser would read it as another host (`//host`, `/\host`, with a tab).
 */
export function readNextPath(value: string | string[] | undefined): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/'
  if (/^\/[/\\]|\p{Cc}/u.test(value)) return '/'
  const url = new URL(value, placeholderOrigin)
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return '/'
  if (url.pathname === '/sign-in') return '/'
  return url.pathname + url.search + url.hash
}
