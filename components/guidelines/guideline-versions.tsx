import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import type { GuidelineVersion } from './guideline'

/** Versions with their summaries, latest first. */
export function GuidelineVersions({
  slug,
  versions,
  displayedVersion,
}: {
  slug: string
  versions: readonly GuidelineVersion[]
  /** The version on this page. */
  displayedVersion: number
}) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="pb-2">
        Versions
      </h2>
      <ol className="border-y border-ink">
        {versions.map(({ version, summary, publishedAt, publishedBy }, index) => {
          const previousVersion = versions[index + 1]?.version
          const since = previousVersion === undefined ? '' : `&since=${previousVersion}`
          return (
            <li key={version} className="border-b border-rule py-2 last:border-b-0">
              {version === displayedVersion ? (
                <b aria-current="page">Version {version}</b>
              ) : (
                <Link href={`/projects/${slug}/guideline?version=${version}${since}`}>
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
    </section>
  )
}
