import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { FooterNotice } from './footer-notice'

interface NewGuidelineNoticeProps {
  project: string
  /** The version that the annotator had confirmed when the page opened. */
  confirmedVersion: number
  latestVersion: number
  /** The version with the decision that returned the solution, if it must be read first. */
  versionToRead: number | null
}

/** Announces a new guideline version. The current solution can be finished first, unless a decision in it returned it. */
export function NewGuidelineNotice(props: NewGuidelineNoticeProps) {
  const { versionToRead } = props
  const router = useRouter()
  const wasUnread = useRef(false)
  useEffect(() => {
    // It was read on another tab, so the confirmed version has changed, too.
    if (wasUnread.current && versionToRead === null) router.refresh()
    wasUnread.current = versionToRead !== null
  }, [versionToRead, router])
  return (
    <div
      role="status"
      className={
        versionToRead === null
          ? undefined
          : // Says why nothing can be rated, so it stays visible.
            'sticky bottom-[calc(var(--spacing-foot)+var(--footer-notice-height,0px))] z-20'
      }
    >
      {renderNotice(props)}
    </div>
  )
}

function renderNotice({
  project,
  confirmedVersion,
  latestVersion,
  versionToRead,
}: NewGuidelineNoticeProps) {
  const seeChanges = <a href={`/projects/${project}/guideline`}>See changes</a>
  if (versionToRead !== null)
    return (
      <FooterNotice
        icon="warn"
        title={`A decision in guideline version ${versionToRead} returned this solution.`}
        action={seeChanges}
      >
        Read the new version first. You can then correct your ratings and submit again.
      </FooterNotice>
    )
  if (latestVersion <= confirmedVersion) return null
  return (
    <FooterNotice
      icon="warn"
      title={`Guideline version ${latestVersion} is published.`}
      action={seeChanges}
    >
      Until you read it, your annotations count under version {confirmedVersion}.
    </FooterNotice>
  )
}
