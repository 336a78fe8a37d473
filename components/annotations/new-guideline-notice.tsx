import { FooterNotice } from './footer-notice'

interface NewGuidelineNoticeProps {
  project: string
  /** The version that the annotator had confirmed when the page opened. */
  confirmedVersion: number
  latestVersion: number
}

/** Announces a new guideline version. The current solution can be finished first. */
export function NewGuidelineNotice({
  project,
  confirmedVersion,
  latestVersion,
}: NewGuidelineNoticeProps) {
  if (latestVersion <= confirmedVersion) return null
  return (
    <FooterNotice
      icon="warn"
      title={`Guideline version ${latestVersion} is published.`}
      action={<a href={`/projects/${project}/guideline`}>See changes</a>}
    >
      Until you read it, your annotations count under version {confirmedVersion}.
    </FooterNotice>
  )
}
