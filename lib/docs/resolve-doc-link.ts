/** The address of a page: `guides/annotate.md` is `/docs/guides/annotate`, and a folder's README the folder itself. */
export function makeDocHref(file: string): string {
  const path = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path === '' ? '/docs' : `/docs/${path}`
}

/**
 * The address of a page's link in the app. Null for a file that the app does not serve.
 *
 * @param from the page with the link, as a path below `docs/`
 * @param files all served files, as paths below `docs/`
 */
export function resolveDocLink(
  from: string,
  target: string,
  files: ReadonlySet<string>,
): string | null {
  if (/^https?:\/\//i.test(target) || target.startsWith('#')) return target
  const [path = '', anchor] = target.split('#')
  const { pathname } = new URL(path, `file:///docs/${from}`)
  if (!pathname.startsWith('/docs/')) return null
  const to = pathname.slice('/docs/'.length).replace(/\/$/, '')
  const file = [to, to === '' ? 'README.md' : `${to}/README.md`].find((each) => files.has(each))
  if (file === undefined) return null
  const href = file.endsWith('.md') ? makeDocHref(file) : `/docs/${file}`
  return anchor === undefined ? href : `${href}#${anchor}`
}
