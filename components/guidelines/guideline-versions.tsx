import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import {
  guidelineHref,
  type GuidelinePageQuery,
  type GuidelineVersion,
  guidelineVersionsPageSize,
} from './guideline'

/** One page of versions with their summaries, latest first. */
export function GuidelineVersions({
  slug,
  versions,
  query,
  displayedVersion,
}: {
  slug: string
  /** Those of the page, and the next one if there are more. */
  versions: readonly GuidelineVersion[]
  query: GuidelinePageQuery
  /** The version on this page. */
  displayedVersion: number
}) {
  const page = versions.slice(0, guidelineVersionsPageSize)
  const listHref = (before?: number) => `${guidelineHref(slug, { ...query, before })}#versions`
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="pb-2">
        Versions
      </h2>
      <ol className="border-y border-ink">
        {page.map(({ version, summary, publishedAt, publishedBy }, index) => {
          const since = versions[index + 1]?.version
          return (
            <li key={version} className="border-b border-rule py-2 last:border-b-0">
              {version === displayedVersion ? (
                <b aria-current="page">Version {version}</b>
              ) : (
                <Link href={guidelineHref(slug, { version, since, before: query.before })}>
                  Version {version}
                </Link>
              )}
              {summary && (
                <p className="font-read text-excerpt font-text wrap-anywhere">{summary}</p>
              )}
              <p className="text-caption text-ink-3">
                {formatInstant(publishedAt)} UTC, {publishedBy}
              </p>
            </li>
          )
        })}
      </ol>
      <nav aria-label="Pages" className="flex gap-4 pt-3 empty:hidden">
        {query.before !== undefined && <Link href={listHref()}>Newest</Link>}
        {versions.length > page.length && <Link href={listHref(page.at(-1)!.version)}>Older</Link>}
      </nav>
    </section>
  )
}
