import { FooterNotice } from './footer-notice'

interface GuidelineStripProps {
  project: string
  /** The version confirmed when the page opened, and the latest one. */
  read: number
  latest: number
}

/** Announces a new guideline version. The current solution can be finished first. */
export function NewGuidelineNotice({ project, read, latest }: GuidelineStripProps) {
  if (latest <= read) return null
  return (
    <FooterNotice
      icon="warn"
      title={`Guideline version ${latest} is published.`}
      action={<a href={`/projects/${project}/guideline`}>See changes</a>}
    >
      Until you read it, your annotations count under version {read}.
    </FooterNotice>
  )
}
