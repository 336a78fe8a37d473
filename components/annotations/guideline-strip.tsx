import { Strip } from './strip'

interface GuidelineStripProps {
  project: string
  /** The version that was read when the page opened, and the one that the solution on screen came with. */
  read: number
  latest: number
}

/** The guideline changed while one was at work: the solution in hand is finished first, or not, as one likes. */
export function GuidelineStrip({ project, read, latest }: GuidelineStripProps) {
  if (latest <= read) return null
  return (
    <Strip
      icon="warn"
      title={`Guideline version ${latest} is published.`}
      action={<a href={`/projects/${project}/guideline`}>See changes</a>}
    >
      Until you read it, your annotations count under version {read}.
    </Strip>
  )
}
