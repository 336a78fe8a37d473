/**
 * The address of a page: `guides/annotate.md` is `/docs/guides/annotate`, a folder's README the folder itself, and
 * `../CHANGELOG.md` is `/docs/CHANGELOG`.
 */
export function makeDocHref(file: string): string {
  if (file.startsWith('../')) return `/docs/${file.slice('../'.length).replace(/\.md$/, '')}`
  const path = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path === '' ? '/docs' : `/docs/${path}`
}

/**
 * The address of a page's link in the app. Null for a file that the app does not serve.
 *
 * @param from the page with the link, as a path from `docs/`
 * @param files all served files, as paths from `docs/`
 */
export function resolveDocLink(
  from: string,
  target: string,
  files: ReadonlySet<string>,
): string | null {
  if (/^https?:\/\//i.test(target) || target.startsWith('#')) return target
  const [path = '', anchor] = target.split('#')
  const { pathname } = new URL(path, `file:///docs/${from}`)
  const to = pathname.startsWith('/docs/')
    ? pathname.slice('/docs/'.length).replace(/\/$/, '')
    : `..${pathname}`
  const file = [to, to === '' ? 'README.md' : `${to}/README.md`].find((each) => files.has(each))
  if (file === undefined) return null
  const href = file.endsWith('.md') ? makeDocHref(file) : `/docs/${file}`
  return anchor === undefined ? href : `${href}#${anchor}`
}
